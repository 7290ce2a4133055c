// The bytes of one chunk as an Io of described records (base/bytes.h), with what these files have of their own:
// strings up to a terminator, errors that begin with a name, arrays that lie in the file as they lie in memory.
//
// A string ends at the first 0x0A or 0x00. One of the two is usual (0x0A in chunks, 0x00 in binary archives); where a
// file has the other, the reader notes the string's number in the chunk, and the writer given those numbers does alike.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "ossuary/base/bytes.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"
#include "ossuary/formats/zengin/chunk.h"

namespace ossuary::zengin {

// `a090`, as errors and dumps name a chunk.
struct ChunkName {
    explicit ChunkName(ChunkType type);
    std::string_view text() const { return {digits, 4}; }
    char digits[4];
};

// A record may say `static constexpr std::size_t packed_size = N`: its members lie in the file, without gaps, just as
// they lie in memory on a little-endian machine, and whole arrays of it are copied at once.
template <class T> constexpr bool is_packed_type() {
    if constexpr (std::is_same_v<T, bool>) {
        return false;
    } else if constexpr (Scalar<T>) {
        return true;
    } else if constexpr (Components<T>) {
        return sizeof(T) == T::size * sizeof(std::declval<T>()[0]);
    } else if constexpr (is_array<T>::value) {
        return is_packed_type<typename T::value_type>();
    } else if constexpr (requires { T::packed_size; }) {
        static_assert(sizeof(T) == T::packed_size && std::is_trivially_copyable_v<T>);
        return true;
    } else {
        return false;
    }
}
template <class T> inline constexpr bool is_packed = is_packed_type<T>() && std::endian::native == std::endian::little;

// Reads forward. The first failure sticks: later reads give zeros and empty strings. Errors carry the offset in the
// file and the path of the field, with the chunk's type in front: `d100.nodes[3].parent`.
class PayloadReader {
public:
    // `origin` is where the bytes begin in their file.
    PayloadReader(Bytes bytes, std::size_t origin, ChunkType chunk, Diagnostics* diagnostics)
        : begin_(bytes.data()), at_(begin_), end_(begin_ + bytes.size()), origin_(origin), chunk_(chunk),
          diagnostics_(diagnostics) {}

    bool ok() const { return !error_; }
    const Error& error() const { return *error_; }
    std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }
    std::size_t remaining() const { return static_cast<std::size_t>(end_ - at_); }
    std::size_t file_offset() const { return origin_ + offset(); }
    Bytes rest() const { return {at_, remaining()}; }
    Diagnostics* diagnostics() const { return diagnostics_; }
    // The terminator that is usual from here on.
    void set_usual_end(char end) { usual_end_ = end; }
    UnusualEnds& unusual_ends() { return unusual_ends_; }

    // The next `size` bytes, or none and `TruncatedChunk`.
    [[gnu::always_inline]] Bytes take(std::string_view field, std::uint64_t size) {
        if (size > remaining()) [[unlikely]] {
            fail_short(field, size);
            return {};
        }
        const Bytes taken(at_, static_cast<std::size_t>(size));
        at_ += size;
        return taken;
    }
    // True if `count` entries of at least `least_size` bytes can still follow; otherwise fails with `BadCount`.
    bool fits(std::string_view field, std::uint64_t count, std::size_t least_size);
    void seek(std::size_t offset) { at_ = begin_ + std::min(offset, static_cast<std::size_t>(end_ - begin_)); }

    // Messages begin with an error name: `BadIndex: …`. `back` moves the place back to what was read before. After a
    // failure no byte is left, so that reading needs no other check.
    void fail(std::string_view field, std::string message, std::size_t back = 0);
    void warn(std::string_view field, std::string message, std::size_t back = 0);
    Place place(std::string_view field, std::size_t back = 0) const;

    // Puts `name` or `name[index]` in front of the fields reported until it is destroyed.
    class Scope {
    public:
        Scope(PayloadReader& reader, std::string_view name, std::int64_t index = -1)
            : reader_(reader), outer_(reader.scope_), name_(name), index_(index) {
            reader.scope_ = this;
        }
        ~Scope() { reader_.scope_ = outer_; }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        friend class PayloadReader;
        PayloadReader& reader_;
        const Scope* outer_;
        std::string_view name_;
        std::int64_t index_;
    };

    void text(std::string_view field, std::string& value) {
        const std::byte* const end = find_end();
        if (end == end_) [[unlikely]]
            return fail_endless(field, value);
        std::destroy_at(&value); // building it anew costs half of what assign() does
        std::construct_at(&value, reinterpret_cast<const char*>(at_), static_cast<std::size_t>(end - at_));
        if (*end != static_cast<std::byte>(usual_end_)) [[unlikely]]
            unusual_ends_.push_back(string_count_);
        ++string_count_;
        at_ = end + 1;
    }

    template <class T> [[gnu::always_inline]] void operator()(std::string_view field, T& value) {
        if constexpr (std::is_same_v<T, std::string>) {
            text(field, value);
        } else if constexpr (is_packed<T>) {
            const Bytes raw = take(field, sizeof(T));
            if (!raw.empty())
                std::memcpy(static_cast<void*>(&value), raw.data(), sizeof(T));
            else
                value = T{};
        } else if constexpr (Scalar<T>) {
            const Bytes raw = take(field, sizeof(T));
            value = raw.empty() ? T{} : load<T>(raw.data(), Endian::little);
        } else if constexpr (Components<T>) {
            for (std::size_t i = 0; i < T::size; ++i) (*this)(field, value[i]);
        } else if constexpr (is_array<T>::value) {
            for (auto& entry : value) (*this)(field, entry);
        } else {
            const Scope scope(*this, field);
            describe(*this, value);
        }
    }
    template <class T>
    void list(std::string_view field, std::vector<T>& values, std::uint64_t count, std::size_t least_size) {
        values.clear();
        if (!fits(field, count, least_size)) return;
        values.resize(static_cast<std::size_t>(count));
        if constexpr (is_packed<T>) {
            const Bytes raw = take(field, count * sizeof(T));
            if (!raw.empty()) std::memcpy(static_cast<void*>(values.data()), raw.data(), raw.size());
        } else {
            for (std::size_t i = 0; i < values.size() && ok(); ++i) {
                const Scope scope(*this, field, static_cast<std::int64_t>(i));
                if constexpr (Described<T, PayloadReader>)
                    describe(*this, values[i]);
                else
                    (*this)("", values[i]);
            }
        }
    }

private:
    // The next 0x0A or 0x00; the end of the bytes if there is none.
    [[gnu::always_inline]] const std::byte* find_end() const {
        const std::byte* at = at_;
#if defined(__SSE2__)
        // A bit for each of the sixteen bytes that is one of the two.
        const auto ends_in = [](const std::byte* from) {
            const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
            const __m128i zeros = _mm_cmpeq_epi8(block, _mm_setzero_si128());
            const __m128i feeds = _mm_cmpeq_epi8(block, _mm_set1_epi8('\n'));
            return static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(zeros, feeds)));
        };
        for (; end_ - at >= 16; at += 16) // most names end in the first round
            if (const unsigned mask = ends_in(at)) return at + std::countr_zero(mask);
        if (end_ - begin_ >= 16) { // the last sixteen bytes, less those before `at`
            const unsigned mask = ends_in(end_ - 16) >> (16 - (end_ - at));
            return mask ? at + std::countr_zero(mask) : end_;
        }
#endif
        while (at != end_ && *at != std::byte{'\n'} && *at != std::byte{0}) ++at;
        return at;
    }
    void fail_endless(std::string_view field, std::string& value);
    void fail_short(std::string_view field, std::uint64_t size);
    std::string path_to(std::string_view field) const;

    const std::byte* begin_;
    const std::byte* at_;
    const std::byte* end_;
    std::size_t origin_;
    ChunkType chunk_;
    Diagnostics* diagnostics_;
    const Scope* scope_ = nullptr;
    std::unique_ptr<Error> error_;
    std::uint32_t string_count_ = 0;
    char usual_end_ = '\n';
    UnusualEnds unusual_ends_;
};

// Appends to a buffer; the mirror of PayloadReader.
class PayloadWriter {
public:
    explicit PayloadWriter(ByteBuffer& buffer, const UnusualEnds* unusual_ends = nullptr)
        : buffer_(buffer), unusual_ends_(unusual_ends) {}

    std::size_t offset() const { return buffer_.size(); }
    void set_usual_end(char end) { usual_end_ = end; }
    void bytes(Bytes bytes) {
        const std::size_t at = buffer_.size();
        buffer_.resize(at + bytes.size());
        if (!bytes.empty()) std::memcpy(buffer_.data() + at, bytes.data(), bytes.size());
    }
    template <Scalar T> void patch(std::size_t at, T value) { store(buffer_.data() + at, value, Endian::little); }
    void text(const std::string& value);

    template <class T> void operator()(std::string_view field, const T& value) {
        if constexpr (std::is_same_v<T, std::string>) {
            text(value);
        } else if constexpr (is_packed<T>) {
            bytes(std::as_bytes(std::span(&value, 1)));
        } else if constexpr (Scalar<T>) {
            buffer_.resize(buffer_.size() + sizeof(T));
            store(buffer_.data() + buffer_.size() - sizeof(T), value, Endian::little);
        } else if constexpr (Components<T>) {
            for (std::size_t i = 0; i < T::size; ++i) (*this)(field, value[i]);
        } else if constexpr (is_array<T>::value) {
            for (const auto& entry : value) (*this)(field, entry);
        } else {
            describe(*this, const_cast<T&>(value)); // a description only reads when it writes
        }
    }
    template <class T>
    void list(std::string_view field, const std::vector<T>& values, std::uint64_t = 0, std::size_t = 0) {
        if constexpr (is_packed<T>)
            bytes(std::as_bytes(std::span(values)));
        else
            for (const T& value : values) (*this)(field, value);
    }

private:
    ByteBuffer& buffer_;
    const UnusualEnds* unusual_ends_;
    std::uint32_t string_count_ = 0;
    char usual_end_ = '\n';
};

// A count of the given type and as many entries; JSON shows the entries alone.
template <class Count, class Io, class T>
void counted(Io& io, std::string_view field, std::vector<T>& values, std::size_t least_size) {
    if constexpr (std::is_same_v<Io, PayloadReader> || std::is_same_v<Io, PayloadWriter>) {
        Count count = static_cast<Count>(values.size());
        io(field, count);
        io.list(field, values, count, least_size);
    } else {
        io(field, values);
    }
}

} // namespace ossuary::zengin
