// The fields of fields.h in JSON and in bytes, and an Io that measures records.
#pragma once

#include "ossuary/base/bytes.h"
#include "ossuary/base/hex.h"
#include "ossuary/base/json.h"
#include "ossuary/base/record_json.h"
#include "ossuary/formats/mw3/fields.h"

namespace ossuary::mw3 {

// ---- JSON

Json float_to_json(float value);
bool float_from_json(const Json& json, float& value);
Json text_to_json(std::string_view text, Bytes pad, bool regular);
// Fills the bytes of a field that holds its kind's filler already.
bool text_from_json(const Json& json, std::span<char> bytes);

template <std::size_t N, Fill F> Json to_json(const Text<N, F>& value) {
    const std::size_t after = std::min(value.text().size() + 1, N);
    return text_to_json(value.text(), std::as_bytes(std::span(value.bytes)).subspan(after), value.regular());
}
template <std::size_t N, Fill F> bool from_json(const Json& json, Text<N, F>& value) {
    value = Text<N, F>(std::string_view());
    return text_from_json(json, value.bytes);
}
// `{"text": "wall01", "suffix": "tif"}`, plain without a suffix.
template <std::size_t N> Json to_json(const Text<N, Fill::suffix>& value) {
    const std::size_t after = std::min(value.text().size() + 1, N);
    if (!value.regular() || value.suffix().empty())
        return text_to_json(value.text(), std::as_bytes(std::span(value.bytes)).subspan(after), value.regular());
    Json json = Json::object();
    json.set("text", value.text());
    json.set("suffix", value.suffix());
    return json;
}
template <std::size_t N> bool from_json(const Json& json, Text<N, Fill::suffix>& value) {
    value = Text<N, Fill::suffix>(std::string_view());
    const Json* suffix = json.find("suffix");
    if (!suffix) return text_from_json(json, value.bytes);
    const std::string_view end = suffix->string(), text = json["text"].string();
    if (json.size() != 2 || !suffix->is_string() || end.find('\0') != end.npos) return false;
    if (text.size() + 1 + end.size() > N || !text_from_json(Json(text), value.bytes)) return false;
    std::ranges::copy(end, value.bytes.begin() + static_cast<std::ptrdiff_t>(text.size() + 1));
    return true;
}
template <std::size_t N> Json to_json(const Floats<N>& value) {
    if constexpr (N == 1) return float_to_json(value[0]);
    Json array = Json::array();
    for (const float f : value.values) array.push(float_to_json(f));
    return array;
}
template <std::size_t N> bool from_json(const Json& json, Floats<N>& value) {
    if constexpr (N == 1) return float_from_json(json, value[0]);
    if (!json.is_array() || json.size() != N) return false;
    for (std::size_t i = 0; i < N; ++i)
        if (!float_from_json(json[i], value[i])) return false;
    return true;
}
template <std::size_t N> Json to_json(const Raw<N>& value) { return Json(to_hex(value.bytes)); }
template <std::size_t N> bool from_json(const Json& json, Raw<N>& value) {
    return json.is_string() && from_hex(json.string(), value.bytes);
}

// ---- bytes

inline void read_block(ByteReader& io, std::span<std::byte> to) {
    const Bytes taken = io.take("", to.size());
    std::copy(taken.begin(), taken.end(), to.begin());
}
template <std::size_t N, Fill F> void describe(ByteReader& io, Text<N, F>& value) {
    read_block(io, std::as_writable_bytes(std::span(value.bytes)));
}
template <std::size_t N, Fill F> void describe(ByteWriter& io, Text<N, F>& value) {
    io.bytes(std::as_bytes(std::span(value.bytes)));
}
template <std::size_t N> void describe(ByteReader& io, Raw<N>& value) { read_block(io, value.bytes); }
template <std::size_t N> void describe(ByteWriter& io, Raw<N>& value) { io.bytes(value.bytes); }

// A record in the layout of one game: `describe(io, record, game)` where the games differ, else `describe(io, record)`.
template <class T> struct InGame {
    T& record;
    Game game;
};
template <class Io, class T> void describe(Io& io, InGame<T>& in) {
    if constexpr (requires { describe(io, in.record, in.game); })
        describe(io, in.record, in.game);
    else
        describe(io, in.record);
}

// An Io that adds up how many bytes a record takes, and stops adding at a field if one is named.
class Measure {
public:
    explicit Measure(std::string_view until = {}) : until_(until) {}
    template <class T> void operator()(std::string_view field, T& value) {
        found_ = found_ || (!until_.empty() && field == until_);
        if (!found_) size_ += size_of(value);
    }
    std::size_t size() const { return size_; }

private:
    template <class T> static std::size_t size_of(T& value) {
        if constexpr (Scalar<T>) {
            return sizeof(T);
        } else if constexpr (Components<T>) {
            return sizeof(float) * T::size;
        } else if constexpr (requires { value.bytes; }) {
            return value.bytes.size();
        } else {
            Measure inner;
            describe(inner, value);
            return inner.size();
        }
    }

    std::string_view until_;
    std::size_t size_ = 0;
    bool found_ = false;
};

template <class T> std::size_t size_of(T& record, Game game, std::string_view until = {}) {
    Measure measure(until);
    InGame<T> in{record, game};
    describe(measure, in);
    return measure.size();
}

} // namespace ossuary::mw3
