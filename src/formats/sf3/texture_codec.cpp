#include "ossuary/formats/sf3/texture_codec.h"

#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "source.h"

namespace ossuary::sf3 {

namespace {

constexpr std::size_t longest = 33;  // words of a copy
constexpr std::size_t window = 2015; // words back the encoder looks; the decoder goes to 2047
constexpr std::size_t most_words = most_pixel_bytes / 2;

// Finds earlier places by the two words they begin with. Places of one key are chained from the nearest to the
// farthest.
class Matches {
public:
    explicit Matches(std::span<const std::uint16_t> words)
        : words_(words), newest_(buckets, nowhere), older_(window + 1, nowhere) {}

    struct Match {
        std::size_t length = 1, distance = 0;
    };
    // The longest match for the words at `at`, the nearest of that length.
    Match find(std::size_t at) const {
        Match best;
        const std::size_t limit = std::min(longest, words_.size() - at);
        if (limit < 2) return best;
        const std::uint16_t* const here = words_.data() + at;
        for (std::uint32_t place = newest_[key(at)]; place != nowhere && at - place <= window;
             place = older_[place % older_.size()]) {
            const std::uint16_t* const there = words_.data() + place;
            // Only a longer one is of use: look first where it would have to differ.
            if (there[best.length] != here[best.length] || there[0] != here[0]) continue;
            const auto length =
                static_cast<std::size_t>(std::mismatch(here, here + limit, there).first - here); // may overlap
            if (length <= best.length) continue;
            best = {length, at - place};
            if (length == limit) break;
        }
        return best;
    }
    // Places enter in order; the last 32 never do.
    void add(std::size_t at) {
        if (at + longest > words_.size()) return;
        std::uint32_t& newest = newest_[key(at)];
        older_[at % older_.size()] = newest;
        newest = static_cast<std::uint32_t>(at);
    }

private:
    static constexpr std::size_t buckets = 1u << 13;
    static constexpr std::uint32_t nowhere = 0xFFFFFFFF;

    std::size_t key(std::size_t at) const {
        const std::uint32_t pair = words_[at] * 0x10001u ^ static_cast<std::uint32_t>(words_[at + 1]) << 16;
        return (pair * 0x9E3779B1u) >> 19;
    }

    std::span<const std::uint16_t> words_;
    std::vector<std::uint32_t> newest_;
    std::vector<std::uint32_t> older_; // of a place: the next older one of its key; a ring as long as the window
};

// Items behind their control words.
class ItemWriter {
public:
    void literal(std::uint16_t word) { put(false, word); }
    void copy(std::size_t distance, std::size_t length) {
        put(true, static_cast<std::uint16_t>(distance << 5 | (length - 2)));
    }
    ByteBuffer end() && {
        put(true, 0);
        return std::move(writer_).take();
    }

private:
    void put(bool is_copy, std::uint16_t word) {
        if (items_ % 16 == 0) {
            control_at_ = writer_.offset();
            control_ = 0;
            writer_.write(control_);
        }
        if (is_copy) {
            control_ = static_cast<std::uint16_t>(control_ | 0x8000u >> (items_ % 16));
            writer_.patch(control_at_, control_);
        }
        writer_.write(word);
        ++items_;
    }

    ByteWriter writer_{Endian::big};
    std::size_t items_ = 0, control_at_ = 0;
    std::uint16_t control_ = 0;
};

} // namespace

Result<std::vector<std::uint16_t>> decompress(Bytes stream, std::size_t origin) {
    const Source source{stream, origin, "pixels"};
    std::vector<std::uint16_t> words;
    std::size_t size = 0; // of the words that are there; the vector grows in steps
    std::size_t at = 0;
    const auto truncated = [&] {
        return source.fail("E_LZ_TRUNCATED", stream.size(), "", "the stream ends without an end item");
    };
    for (;;) {
        if (!source.holds(at, 2)) return truncated();
        std::uint32_t control = source.at<std::uint16_t>(at);
        at += 2;
        if (words.size() < size + 16 * longest) words.resize(2 * size + 16 * longest);
        std::uint16_t* const out = words.data();
        for (int item = 0; item < 16; ++item, control <<= 1) {
            if (!source.holds(at, 2)) return truncated();
            const auto word = source.at<std::uint16_t>(at);
            at += 2;
            if ((control & 0x8000) == 0) {
                out[size++] = word;
                continue;
            }
            if (word == 0) {
                if (size > most_words) return source.fail("E_LZ_SIZE", at - 2, "", "more than 524288 bytes of pixels");
                if (at != stream.size())
                    return source.fail("E_LZ_TRAILING", at, "",
                                       std::to_string(stream.size() - at) + " bytes follow the end item");
                words.resize(size);
                return words;
            }
            const std::size_t distance = word >> 5, length = (word & 31u) + 2;
            if (distance == 0 || distance > size)
                return source.fail("E_LZ_DISTANCE", at - 2, "",
                                   "a copy from " + std::to_string(distance) + " words back, behind " +
                                       std::to_string(size));
            for (const std::size_t end = size + length; size < end; ++size) out[size] = out[size - distance];
        }
        if (size > most_words) return source.fail("E_LZ_SIZE", at, "", "more than 524288 bytes of pixels");
    }
}

ByteBuffer compress(std::span<const std::uint16_t> words) {
    Matches matches(words);
    ItemWriter items;
    for (std::size_t at = 0; at < words.size();) {
        const auto [length, distance] = matches.find(at);
        if (length < 2)
            items.literal(words[at]);
        else
            items.copy(distance, length);
        for (const std::size_t end = at + length; at < end; ++at) matches.add(at);
    }
    return std::move(items).end();
}

} // namespace ossuary::sf3
