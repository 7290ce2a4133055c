// A glTF document being read: its JSON, its buffers, and the first thing found wrong with it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/json.h"
#include "ossuary/base/math.h"
#include "ossuary/formats/gltf/gltf.h"

namespace ossuary::gltf {

// `nodes` → `nodes[3]`: paths of the JSON as errors tell them.
inline std::string at(std::string_view list, std::size_t index) {
    return std::string(list) + '[' + std::to_string(index) + ']';
}

inline std::string member(const std::string& path, std::string_view name) {
    return path.empty() ? std::string(name) : path + '.' + std::string(name);
}

// The first failure sticks, as in ByteReader: later reads give nothing, and one look at ok() at the end of a step is
// enough. Everything taken from the file is checked here: kinds, ranges, indices, and how much memory it asks for.
class Document {
public:
    Document(Bytes bytes, const FileLookup& lookup, Diagnostics* diagnostics);

    bool ok() const { return !error_; }
    Error error() const { return error_.value_or(Error()); }
    void fail(std::string field, std::string message);
    void fail(Error error);
    void lose(std::string field, std::string message); // an error that costs a part, and not the file
    void warn(std::string field, std::string message);
    void note(std::string field, std::string message);

    const Json& root() const { return root_; }
    // A top-level list; empty if there is none.
    const Json::Array& list(std::string_view name) const;
    // True if this project wrote it: then nodes come in the order of joints.
    bool is_ours() const { return is_ours_; }

    // A member that must be a number, a count, a list of numbers, an index into a list; the fallback where it is
    // absent.
    double number(const Json& owner, std::string_view name, double otherwise, const std::string& path);
    std::uint64_t count(const Json& owner, std::string_view name, std::uint64_t otherwise, const std::string& path);
    template <class T> T vector(const Json& owner, std::string_view name, const T& otherwise, const std::string& path) {
        T value = otherwise;
        numbers(owner, name, T::size, path, [&](std::size_t i, double entry) {
            value[i] = static_cast<std::remove_cvref_t<decltype(value[i])>>(entry);
        });
        return value;
    }
    bool matrix(const Json& owner, std::string_view name, const std::string& path, std::array<double, 16>& columns);
    std::optional<std::size_t> index(const Json& owner, std::string_view name, std::size_t size,
                                     const std::string& path);
    // A list of distinct indices.
    std::vector<std::size_t> indices(const Json& owner, std::string_view name, std::size_t size,
                                     const std::string& path);

    // Takes memory that the document makes us use from what its size allows; false, and failed, if it asks for more.
    bool spend(std::uint64_t bytes, const std::string& path);

    // The bytes of a buffer view, or nothing and failed.
    Bytes view(std::size_t index);
    std::uint64_t view_stride(std::size_t index) const; // 0: tightly packed
    // What an accessor without a view looks at, if its primitive is compressed: tightly packed elements, or null.
    const ByteBuffer* decoded(std::size_t accessor) const {
        const auto found = decoded_accessors_.find(accessor);
        return found == decoded_accessors_.end() ? nullptr : &found->second;
    }
    void put_decoded(std::size_t accessor, ByteBuffer elements) {
        decoded_accessors_.insert_or_assign(accessor, std::move(elements));
    }
    // The bytes of a file the document names, or of its data URI; an error says why not.
    Result<SharedBytes> resource(std::string_view uri);

private:
    void load(Bytes bytes);
    void check_asset();
    void check_extensions();
    Bytes buffer(std::size_t index);
    // The bytes that an object's buffer, byteOffset and byteLength name.
    Bytes run(const Json& json, const std::string& path);
    Bytes compressed_view(std::size_t index, const Json& coding, const std::string& path);
    template <class Use>
    void numbers(const Json& owner, std::string_view name, std::size_t size, const std::string& path, Use&& use) {
        const Json* list = owner.find(name);
        if (!list) return;
        if (!is_number_list(*list, size))
            return fail(member(path, name), "expected " + std::to_string(size) + " numbers");
        for (std::size_t i = 0; i < size; ++i) use(i, (*list)[i].number());
    }
    static bool is_number_list(const Json& list, std::size_t size);

    const FileLookup& lookup_;
    Diagnostics* diagnostics_;
    std::optional<Error> error_;
    Json root_;
    std::vector<const Json::Array*> lists_; // found once: a document may have any number of members
    Bytes binary_;
    bool is_glb_ = false, has_binary_ = false, is_ours_ = false;
    std::uint64_t budget_ = 0;
    struct Buffer {
        bool loaded = false;
        SharedBytes own;
        Bytes bytes;
    };
    std::vector<Buffer> buffers_;
    std::map<std::size_t, ByteBuffer> decoded_views_, decoded_accessors_;
};

} // namespace ossuary::gltf
