// Lays out the text of the three MD5 kinds the way DOOM 3 reads it. Private to the room.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "ossuary/formats/md5/md5.h"

namespace ossuary::md5 {

class TextWriter {
public:
    // `MD5Version 10` and the command line.
    explicit TextWriter(std::string_view commandline);

    TextWriter& operator<<(std::string_view raw) {
        text_ += raw;
        return *this;
    }
    TextWriter& operator<<(char raw) {
        text_ += raw;
        return *this;
    }
    template <std::integral T>
    requires(!std::same_as<T, char>) TextWriter& operator<<(T value) {
        return integer(static_cast<std::int64_t>(value));
    }
    TextWriter& operator<<(double value); // shortest fixed notation, never an exponent or -0
    TextWriter& operator<<(const Vec3d& value);
    // In quotes; a quote inside becomes an apostrophe and a line end a blank, as the format has no escapes.
    TextWriter& quoted(std::string_view value);
    // On one line, for comments.
    TextWriter& remark(std::string_view value);
    void reserve(std::size_t size) { text_.reserve(text_.size() + size); }

    std::string take() && { return std::move(text_); }

private:
    TextWriter& integer(std::int64_t value);

    std::string text_;
};

} // namespace ossuary::md5
