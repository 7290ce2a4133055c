// Reading of music files: warnings with their place, and the first error, which sticks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "formats/audio/chunk_layout.h"
#include "formats/audio/chunk_text.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::audio {

class MusicReading {
public:
    explicit MusicReading(Diagnostics* diagnostics) : diagnostics_(diagnostics) {}

    bool failed() const { return error_.has_value(); }
    const Error& error() const { return *error_; }
    Diagnostics* diagnostics() const { return diagnostics_; }
    void warn(const Chunk& chunk, std::string message) {
        report(diagnostics_, Severity::warning, place_of(chunk), std::move(message));
    }
    void stop(const Chunk& chunk, std::string message) {
        if (!error_) error_ = Error(place_of(chunk), std::move(message));
    }
    void stop(const Error& error) {
        if (!error_) error_ = error;
    }

    // A record that has at least `least` bytes.
    template <class T> T record(const Chunk& chunk, std::size_t least) {
        if (chunk.bytes.size() < least) stop(chunk, "riff: short chunk");
        return read_record<T>(chunk.bytes);
    }
    // The record of that id in a container that cannot be without it.
    template <class T> T needed(const Chunk& list, const char (&id)[5], std::size_t least, const char* missing) {
        const Chunk* chunk = list.find(four_cc(id));
        if (chunk) return record<T>(*chunk, least);
        stop(list, missing);
        return {};
    }
    // An array: u32 size of an item, then items.
    template <class T>
    std::vector<T> items(const Chunk& chunk, std::size_t least, std::size_t most, const char* too_many) {
        std::vector<T> read;
        const Bytes bytes = chunk.bytes;
        if (bytes.size() < 4) return stop(chunk, "dm: short array"), read;
        const std::size_t size = load<std::uint32_t>(bytes.data(), Endian::little);
        if (size < least) return stop(chunk, "dm: bad item size: " + std::to_string(size)), read;
        if ((bytes.size() - 4) % size != 0) warn(chunk, "dm: partial item");
        const std::size_t count = (bytes.size() - 4) / size;
        if (count > most) warn(chunk, too_many);
        for (std::size_t i = 0; i < count && i < most; ++i)
            read.push_back(read_record<T>(bytes.subspan(4 + i * size, size)));
        return read;
    }

    Guid guid(const Chunk& list, FourCc id);
    // `UNAM` of `LIST UNFO`.
    static std::string name(const Chunk& list);
    std::optional<Reference> reference(const Chunk& list);
    Band band(const Chunk& form);
    void check_tempo(const Chunk& chunk, double tempo);

private:
    static Place place_of(const Chunk& chunk) {
        return {.offset = chunk.offset, .field = text_of(chunk.is_container() ? chunk.type : chunk.id)};
    }

    Diagnostics* diagnostics_;
    std::optional<Error> error_;
};

inline constexpr std::uint32_t last_channel = 4095;
inline constexpr std::size_t most_items = 1024, most_notes = 65536;

// The verbs that are alike: File has `riff` and what `interpret` makes of it.
template <class File>
Result<File> interpreted(Riff riff, FourCc type, void (*interpret)(File&, MusicReading&), Diagnostics* diagnostics) {
    File file;
    file.riff = std::move(riff);
    if (file.riff.form.type != type)
        return fail({.offset = 8},
                    "riff: wrong form: '" + text_of(file.riff.form.type) + "', expected '" + text_of(type) + '\'');
    MusicReading reading(diagnostics);
    interpret(file, reading);
    if (reading.failed()) return Failure(reading.error());
    return file;
}
template <class File>
Result<File> parsed_file(Bytes bytes, FourCc type, void (*interpret)(File&, MusicReading&), Diagnostics* diagnostics) {
    auto riff = parse_riff(bytes, diagnostics);
    if (!riff) return Failure(riff.error());
    return interpreted(std::move(*riff), type, interpret, diagnostics);
}

} // namespace ossuary::audio
