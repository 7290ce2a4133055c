#include "ossuary/base/hash.h"
#include "ossuary/base/record_json.h"
#include "ossuary/model/describe.h"
#include "ossuary/model/event.h"
#include "ossuary/model/model.h"

namespace ossuary {

namespace {

// Visits everything a model holds, in the order of its description, each list with its length first. What came to be
// described later is left out where it is unset, so that older models keep their hashes.
class Hasher {
public:
    template <class T> void operator()(std::string_view, const T& value) { add(value); }
    template <class T> void derived(std::string_view, const T& value) { add(value); }
    template <class T> void origin(std::string_view, const T& value) { add(value); }
    template <class T> void optional(std::string_view, const T& value) {
        if constexpr (is_optional<T>::value) {
            if (value) add(*value);
        } else {
            if (!value.empty()) add(value);
        }
    }
    void extras(const Json& extras) { add(extras); }
    template <class Visit> void group(bool is_set, const Visit& visit) {
        if (is_set) visit();
    }
    std::uint64_t value() const { return hash_.value(); }

private:
    template <Scalar T> void add(T value) { hash_.add(value); }
    void add(const std::string& text) { hash_.add(std::string_view(text)); }
    void add(const Json& json) { add(print_json(json)); }
    template <Components T> void add(const T& numbers) {
        for (std::size_t i = 0; i < T::size; ++i) add(numbers[i]);
    }
    void add(const Transform& f) { add(f.translation), add(f.rotation), add(f.scale); }
    void add(const Affine& m) { add(m.x), add(m.y), add(m.z), add(m.t); }
    void add(const ColorRgba8& c) { add(c.r), add(c.g), add(c.b), add(c.a); }
    void add(const Influence& influence) { add(influence.joint), add(influence.weight); }
    void add(const InfluenceLists& lists) { add(lists.start), add(lists.entries); }
    void add(const std::array<std::uint32_t, 2>& line) { add(line[0]), add(line[1]); }
    void add(const Source& source) { add(source.format), add(source.basis.text()), add(source.basis.scale); }
    void add(const ByteBuffer& bytes) { add(static_cast<std::uint64_t>(bytes.size())), hash_.add(Bytes(bytes)); }
    template <class T> void add(const Channel<T>& c) { add(c.values), add(c.times), add(c.rate), add(c.interpolation); }
    void add(const Event& e) {
        add(e.time), add(e.frame), add(static_cast<std::uint64_t>(e.data.index())), add(fields_of(e.data));
    }
    template <class T> void add(const std::vector<T>& list) {
        add(static_cast<std::uint64_t>(list.size()));
        for (const T& entry : list) add(entry);
    }
    template <Described<Hasher> T> void add(const T& record) { describe(*this, record); }

    ContentHash hash_;
};

} // namespace

std::uint64_t content_hash(const Model& model) {
    Hasher hasher;
    describe(hasher, model);
    return hasher.value();
}

} // namespace ossuary
