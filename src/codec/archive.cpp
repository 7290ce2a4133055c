#include "codec/archive.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "codec/bits.h"
#include "codec/resident.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::codec {

namespace {

// ---- symbols: a residual's class is its exponent and one bit below; the bits below that are kept as they are

constexpr std::size_t class_count = 56;
constexpr std::uint32_t largest_folded = (1u << 28) - 1;

constexpr std::uint32_t fold(std::int32_t value) { // 0, -1, 1, -2, 2 … to 0, 1, 2, 3, 4 …
    return (static_cast<std::uint32_t>(value) << 1) ^ static_cast<std::uint32_t>(value >> 31);
}
constexpr std::int32_t unfold(std::uint32_t folded) {
    return static_cast<std::int32_t>(folded >> 1) ^ -static_cast<std::int32_t>(folded & 1);
}
constexpr std::uint32_t class_of(std::uint32_t folded) {
    if (folded < 2) return folded;
    const auto exponent = static_cast<std::uint32_t>(std::bit_width(folded) - 1);
    return 2 * exponent + (folded >> (exponent - 1) & 1);
}
constexpr unsigned bits_below(std::uint32_t symbol) { return symbol < 4 ? 0 : symbol / 2 - 1; }
constexpr std::uint32_t class_begin(std::uint32_t symbol) {
    return symbol < 2 ? symbol : (2 + (symbol & 1)) << (symbol / 2 - 1);
}

// ---- the built-in probability tables: two-sided geometric distributions, each √2 wider than the last

constexpr std::uint32_t probability_bits = 12, probability_sum = 1 << probability_bits;

struct Table {
    std::uint16_t begin[class_count + 1];
    std::uint8_t first[probability_sum / 4]; // the class at four times the index: where a search begins
};

// Of each class: its first folded value and the bits kept below.
struct Classes {
    std::uint32_t begin[class_count]{};
    std::uint8_t below[class_count]{};
    constexpr Classes() {
        for (std::uint32_t symbol = 0; symbol < class_count; ++symbol) {
            begin[symbol] = class_begin(symbol);
            below[symbol] = static_cast<std::uint8_t>(bits_below(symbol));
        }
    }
};
constexpr Classes classes;

double power(double base, std::uint32_t exponent) {
    double result = 1;
    for (; exponent > 0; exponent >>= 1, base *= base)
        if (exponent & 1) result *= base;
    return result;
}

Table make_table(double spread) {
    const double ratio = spread / (1 + spread);    // of the probabilities of one magnitude and the next
    const auto below = [&](std::uint32_t folded) { // the weight of all folded values below this one, of a sum of 1
        // magnitudes m ≥ 1 come twice, as 2m−1 and 2m; magnitude 0 once, with weight 1
        const std::uint32_t whole = folded / 2; // magnitudes 1 … whole−(even) are all below
        double sum = folded > 0 ? 1 : 0;
        if (folded > 1) {
            const std::uint32_t full = (folded - 1) / 2; // both signs of magnitudes 1 … full
            sum += 2 * (ratio - power(ratio, full + 1)) / (1 - ratio);
            if ((folded - 1) % 2 == 1) sum += power(ratio, whole);
        }
        return sum / (1 + 2 * ratio / (1 - ratio));
    };
    // Every class has at least one part of the sum; the rest is shared out by probability.
    Table table{};
    constexpr double rest = probability_sum - class_count;
    for (std::uint32_t symbol = 0; symbol < class_count; ++symbol)
        table.begin[symbol] = static_cast<std::uint16_t>(symbol + std::floor(below(class_begin(symbol)) * rest + 0.5));
    table.begin[class_count] = probability_sum;
    std::uint8_t symbol = 0;
    for (std::uint32_t slot = 0; slot < std::size(table.first); ++slot) {
        while (table.begin[symbol + 1] <= slot * 4) ++symbol;
        table.first[slot] = symbol;
    }
    return table;
}

struct Tables {
    Table of[spread_count];
    Tables() {
        double spread = 0.15;
        for (std::size_t i = 0; i < spread_count; ++i, spread *= 1.41421356237309504880) of[i] = make_table(spread);
    }
};
const Tables& tables() {
    static const Tables all;
    return all;
}

// A running mean of a DoF's magnitudes, in 1/256, and the table that fits it best.
struct Spread {
    std::uint32_t mean = 0;

    static Spread at(std::uint8_t table) { // the middle of what the table serves
        std::uint32_t mean = 39;           // 0.15
        for (int i = 0; i < table; ++i) mean = mean * 181 / 128 + 1;
        return {mean};
    }
    void add(std::uint32_t folded) {
        const std::uint32_t magnitude = std::min((folded + 1) / 2, 1u << 20);
        mean += (magnitude << 5) - (mean >> 3);
    }
    std::uint32_t table() const {
        // Thresholds at 0.15 · 2^((2i − 1) / 4): half way between two tables.
        const std::uint32_t scaled = mean * 8 + 1;
        const auto exponent = static_cast<std::uint32_t>(std::bit_width(scaled) - 1);
        const std::uint32_t fraction = scaled >= (std::uint64_t{181} << exponent >> 7) ? 1 : 0;
        const std::uint32_t level = 2 * exponent + fraction;
        constexpr std::uint32_t lowest = 16; // of the first table
        return level < lowest ? 0 : std::min<std::uint32_t>(level - lowest, spread_count - 1);
    }
};

// ---- prediction

// Modulo 2^32.
constexpr std::int32_t sum(std::int32_t a, std::int32_t b) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}

// Twice the prediction is the sum of these times the last values, newest first.
constexpr std::array<std::int32_t, 3> predictors[predictor_count] = {{2, 0, 0},  {3, -1, 0}, {4, -2, 0},
                                                                     {5, -4, 1}, {6, -6, 2}, {0, 0, 0}};

// A value of one segment in the scale of the next: by 2^((from − to) / 8), rounded.
class Rescaling {
public:
    Rescaling(std::uint8_t from, std::uint8_t to) {
        // 2^(i / 8) in 2^-30
        constexpr std::int64_t eighths[8] = {1073741824, 1170923762, 1276901417, 1392470869,
                                             1518500250, 1655936265, 1805811301, 1969251188};
        const int difference = static_cast<int>(from) - static_cast<int>(to);
        factor_ = eighths[static_cast<unsigned>(difference) & 7];
        shift_ = 30 - (difference >> 3);
    }
    std::int32_t operator()(std::int32_t value) const {
        constexpr std::int64_t most = 1 << 28;
        if (shift_ <= 0) return value == 0 ? 0 : value < 0 ? -most : most;
        if (shift_ >= 62) return 0;
        const std::int64_t product = std::clamp<std::int64_t>(value, -most, most) * factor_;
        const std::int64_t scaled = (product + (std::int64_t{1} << (shift_ - 1))) >> shift_;
        return static_cast<std::int32_t>(std::clamp(scaled, -most, most));
    }

private:
    std::int64_t factor_ = 0;
    int shift_ = 0;
};

// The last three rows of a chunk, in the scale of the current segment.
class History {
public:
    History(std::size_t dofs, const std::vector<DofPrediction>& predictions) : scaled_(3 * dofs), dofs_(dofs) {
        // With fewer rows known than a predictor asks for, a shorter one serves.
        for (std::size_t known = 1; known <= 3; ++known) {
            for (std::size_t k = 0; k < 3; ++k) {
                for (const DofPrediction& each : predictions) {
                    std::size_t predictor = each.predictor;
                    if (known == 1) predictor = 0;
                    if (known == 2 && (predictor == 3 || predictor == 4)) predictor = 2;
                    weights_[known - 1][k].push_back(static_cast<std::uint32_t>(predictors[predictor][k]));
                }
            }
        }
    }

    // The rows added since stay where they are while they are among the last three.
    void add(const std::int32_t* row) {
        rows_[2] = rows_[1];
        rows_[1] = rows_[0];
        rows_[0] = row;
        if (known_ < 3) ++known_;
    }
    void rescale(std::uint8_t from, std::uint8_t to) {
        if (from == to) return;
        const Rescaling rescaling(from, to);
        for (std::size_t k = known_; k-- > 0;) {
            std::int32_t* const scaled = scaled_.data() + k * dofs_;
            std::transform(rows_[k], rows_[k] + dofs_, scaled, rescaling);
            rows_[k] = scaled;
        }
    }
    // Modulo 2^32, which no value of a clip comes near.
    void predict(std::int32_t* prediction) const {
        const std::int32_t *p0 = rows_[0], *p1 = known_ > 1 ? rows_[1] : p0, *p2 = known_ > 2 ? rows_[2] : p0;
        const auto& weights = weights_[known_ - 1];
        const std::uint32_t *w0 = weights[0].data(), *w1 = weights[1].data(), *w2 = weights[2].data();
        for (std::size_t d = 0; d < dofs_; ++d) {
            const std::uint32_t twice = w0[d] * static_cast<std::uint32_t>(p0[d]) +
                                        w1[d] * static_cast<std::uint32_t>(p1[d]) +
                                        w2[d] * static_cast<std::uint32_t>(p2[d]);
            prediction[d] = static_cast<std::int32_t>(twice + 1) >> 1;
        }
    }

private:
    std::vector<std::int32_t> scaled_;
    std::size_t dofs_;
    std::vector<std::uint32_t> weights_[3][3]; // by how many rows are known, and which: of each DoF
    const std::int32_t* rows_[3] = {};
    std::size_t known_ = 0;
};

// ---- rANS: two states in turn, 16-bit words

constexpr std::uint32_t least_state = 1 << 16;

struct Symbol {
    std::uint16_t begin, size;
};

struct Chunk {
    std::vector<Symbol> symbols;
    BitWriter bits;
};

std::vector<std::uint16_t> code(const std::vector<Symbol>& symbols, std::uint32_t states[2]) {
    std::vector<std::uint16_t> words;
    states[0] = states[1] = least_state;
    for (std::size_t i = symbols.size(); i-- > 0;) {
        std::uint32_t& state = states[i % 2];
        const Symbol& symbol = symbols[i];
        if (state >= (static_cast<std::uint64_t>(symbol.size) << (32 - probability_bits))) {
            words.push_back(static_cast<std::uint16_t>(state));
            state >>= 16;
        }
        state = (state / symbol.size << probability_bits) + state % symbol.size + symbol.begin;
    }
    std::reverse(words.begin(), words.end());
    return words;
}

// Reads what code() made.
class SymbolDecoder {
public:
    SymbolDecoder(const std::uint32_t states[2], Bytes words)
        : first_(states[0]), second_(states[1]), words_(words.data()), end_(words.data() + words.size()) {}

    void decode(std::span<const Table* const> tables, std::span<std::uint8_t> symbols) {
        const std::size_t count = symbols.size();
        std::uint32_t first = first_, second = second_;
        const std::byte* words = words_;
        std::size_t i = 0;
        for (; i + 1 < count; i += 2) {
            symbols[i] = next(first, words, *tables[i]);
            symbols[i + 1] = next(second, words, *tables[i + 1]);
        }
        if (i < count) {
            symbols[i] = next(first, words, *tables[i]);
            std::swap(first, second);
        }
        first_ = first;
        second_ = second;
        words_ = words;
    }
    bool ended() const { return first_ == least_state && second_ == least_state && words_ == end_; }

private:
    std::uint8_t next(std::uint32_t& state, const std::byte*& words, const Table& table) const {
        const std::uint32_t slot = state & (probability_sum - 1);
        std::uint32_t symbol = table.first[slot / 4];
        while (table.begin[symbol + 1] <= slot) ++symbol;
        const std::uint32_t begin = table.begin[symbol];
        state = (table.begin[symbol + 1] - begin) * (state >> probability_bits) + slot - begin;
        // Whether a word follows is anyone's guess: no branch. What lies behind the last one is loaded and not taken.
        const std::uint32_t refill =
            static_cast<std::uint32_t>(state < least_state) & static_cast<std::uint32_t>(words != end_);
        state = state << refill * 16 | (load<std::uint16_t>(words, Endian::little) & (0 - refill));
        words += refill * 2;
        return static_cast<std::uint8_t>(symbol);
    }

    std::uint32_t first_, second_; // of the next symbol and the one after it
    const std::byte *words_, *end_;
};

std::size_t frames_in(std::size_t frames, std::size_t chunk) {
    return std::min(chunk_frames, frames - chunk * chunk_frames);
}

// Calls visit(dof, residual) for all values of a chunk but its first row, in order.
template <class Visit>
void predict_chunk(const Lattice& lattice, std::size_t chunk, const std::vector<DofPrediction>& predictions,
                   Visit visit) {
    History history(lattice.dofs, predictions);
    std::vector<std::int32_t> prediction(lattice.dofs);
    const std::size_t begin = chunk * chunk_frames;
    history.add(lattice.row(begin));
    for (std::size_t f = begin + 1; f < begin + frames_in(lattice.frames, chunk); ++f) {
        if (f % segment_frames == 0)
            history.rescale(lattice.scales[f / segment_frames - 1], lattice.scales[f / segment_frames]);
        history.predict(prediction.data());
        for (std::size_t d = 0; d < lattice.dofs; ++d) visit(d, sum(lattice.row(f)[d], -prediction[d]));
        history.add(lattice.row(f));
    }
}

// The predictor of each DoF that leaves least, in bits by its own mean.
std::vector<DofPrediction> choose_predictions(const Lattice& lattice) {
    std::vector<DofPrediction> chosen(lattice.dofs);
    std::vector<double> least(lattice.dofs, INFINITY);
    const std::size_t chunks = chunk_count(lattice.frames);
    for (std::uint8_t p = 0; p < predictor_count; ++p) {
        const std::vector<DofPrediction> all(lattice.dofs, DofPrediction{.predictor = p});
        std::vector<double> sum(lattice.dofs), count(lattice.dofs);
        for (std::size_t c = 0; c < chunks; ++c) {
            predict_chunk(lattice, c, all, [&](std::size_t d, std::int32_t residual) {
                sum[d] += std::abs(static_cast<double>(residual));
                ++count[d];
            });
        }
        for (std::size_t d = 0; d < lattice.dofs; ++d) {
            if (!(sum[d] < least[d])) continue;
            least[d] = sum[d];
            chosen[d].predictor = p;
            const auto mean = static_cast<std::uint32_t>(std::min(sum[d] / std::max(count[d], 1.0), 4e5) * 256);
            chosen[d].spread = static_cast<std::uint8_t>(Spread{mean}.table());
        }
    }
    for (std::size_t c = 0; c < chunks; ++c)
        for (std::size_t d = 0; d < lattice.dofs; ++d)
            chosen[d].first_width = std::max<std::uint8_t>(
                chosen[d].first_width, static_cast<std::uint8_t>(width_of(fold(lattice.row(c * chunk_frames)[d]))));
    return chosen;
}

} // namespace

bool pack_archive(const Lattice& lattice, PackedClip& clip) {
    clip.tier = Tier::archive;
    clip.bases.clear();
    clip.parts.clear();
    clip.predictions = choose_predictions(lattice);
    for (const DofPrediction& each : clip.predictions)
        if (each.first_width > largest_first_width) return false;
    bool fits = true;
    ByteWriter writer;
    for (std::size_t c = 0; c < chunk_count(lattice.frames); ++c) {
        for (std::size_t s = c * chunk_segments; s < std::min((c + 1) * chunk_segments, lattice.segments()); ++s)
            writer.write(lattice.scales[s]);
        Chunk chunk;
        std::vector<Spread> spreads;
        for (const DofPrediction& each : clip.predictions) spreads.push_back(Spread::at(each.spread));
        for (std::size_t d = 0; d < lattice.dofs; ++d)
            chunk.bits.write(fold(lattice.row(c * chunk_frames)[d]), clip.predictions[d].first_width);
        predict_chunk(lattice, c, clip.predictions, [&](std::size_t d, std::int32_t residual) {
            const Table& table = tables().of[spreads[d].table()];
            const std::uint32_t folded = fold(residual);
            if (folded > largest_folded) fits = false;
            const std::uint32_t symbol = class_of(folded & largest_folded);
            chunk.symbols.push_back(
                {table.begin[symbol], static_cast<std::uint16_t>(table.begin[symbol + 1] - table.begin[symbol])});
            chunk.bits.write(folded, bits_below(symbol));
            spreads[d].add(folded & largest_folded);
        });
        std::uint32_t states[2];
        const auto words = code(chunk.symbols, states);
        for (const std::uint32_t state : states) writer.write(state);
        writer.write(static_cast<std::uint32_t>(words.size()));
        for (const std::uint16_t word : words) writer.write(word);
        writer.bytes(std::move(chunk.bits).take());
        clip.parts.push_back(static_cast<std::uint32_t>(writer.offset()));
    }
    clip.own(std::move(writer).take());
    return fits;
}

Result<void> unpack_chunk(const PackedClip& clip, std::size_t dofs, std::size_t chunk, std::int32_t* rows,
                          std::uint8_t* scales) {
    const std::size_t begin = part_begin(clip, chunk), end = clip.parts[chunk];
    const auto broken = [&](std::string what) {
        return fail(Place{.field = clip.name + ".chunks[" + std::to_string(chunk) + "]"}, std::move(what));
    };
    if (end < begin || end > clip.data.size()) return broken("ends outside the clip");
    const std::size_t frames = frames_in(clip.frames, chunk), segments = segment_count(frames);
    ByteReader reader(clip.data.subspan(begin, end - begin));
    for (const std::byte scale : reader.take("scales", segments)) *scales++ = static_cast<std::uint8_t>(scale);
    scales -= segments;
    const std::uint32_t states[2] = {reader.read<std::uint32_t>("states"), reader.read<std::uint32_t>("states")};
    const auto word_count = reader.read<std::uint32_t>("word_count");
    if (!reader.ok() || !reader.fits("words", word_count, 2)) return broken("is too short");
    SymbolDecoder decoder(states, reader.take("words", std::size_t{2} * word_count));
    const Bytes raw = reader.take("bits", reader.remaining());
    const std::uint64_t raw_bits = static_cast<std::uint64_t>(raw.size()) * 8;
    std::uint64_t at = 0;

    // The slack behind the clip lets a field be read whole before it is known to be inside.
    for (std::size_t d = 0; d < dofs; ++d) {
        const unsigned width = clip.predictions[d].first_width;
        if (at + width > raw_bits) return broken("is too short for its first frame");
        rows[d] = unfold(bits_at(raw.data(), at, width));
        at += width;
    }
    // A row at a time, in steps that do not wait for one another: tables, classes, the bits below, values.
    std::vector<Spread> spreads;
    for (const DofPrediction& each : clip.predictions) spreads.push_back(Spread::at(each.spread));
    std::vector<const Table*> table(dofs);
    std::vector<std::uint8_t> symbols(dofs);
    std::vector<std::uint32_t> folded(dofs);
    std::vector<std::int32_t> prediction(dofs);
    History history(dofs, clip.predictions);
    history.add(rows);
    const Tables& all = tables();
    for (std::size_t f = 1; f < frames; ++f) {
        for (std::size_t d = 0; d < dofs; ++d) table[d] = &all.of[spreads[d].table()];
        decoder.decode(table, symbols);
        for (std::size_t d = 0; d < dofs; ++d) {
            const unsigned width = classes.below[symbols[d]];
            folded[d] = classes.begin[symbols[d]] | bits_at(raw.data(), at, width);
            at += width;
            if (at > raw_bits) return broken("is too short for its values");
        }
        if (f % segment_frames == 0) history.rescale(scales[f / segment_frames - 1], scales[f / segment_frames]);
        history.predict(prediction.data());
        std::int32_t* row = rows + f * dofs;
        for (std::size_t d = 0; d < dofs; ++d) {
            spreads[d].add(folded[d]);
            row[d] = sum(prediction[d], unfold(folded[d]));
        }
        history.add(row);
    }
    if (!decoder.ended()) return broken("does not end where its symbols do");
    return {};
}

Result<Lattice> unpack_archive(const PackedClip& clip, std::size_t dofs) {
    if (clip.predictions.size() != dofs)
        return fail(Place{.field = clip.name + ".predictions"}, "not one for each degree of freedom");
    if (clip.parts.size() != chunk_count(clip.frames))
        return fail(Place{.field = clip.name + ".parts"}, "not one for every 64 frames");
    for (const DofPrediction& each : clip.predictions)
        if (each.first_width > largest_first_width || each.predictor >= predictor_count || each.spread >= spread_count)
            return fail(Place{.field = clip.name + ".predictions"}, "a value that none has");
    // No symbol takes less than 0.39 bits: what is too short for that is not given the memory it asks for.
    for (std::size_t c = 0; c < clip.parts.size(); ++c) {
        const std::uint64_t symbols = static_cast<std::uint64_t>(frames_in(clip.frames, c) - 1) * dofs;
        const std::uint64_t have = clip.parts[c] < part_begin(clip, c) ? 0 : clip.parts[c] - part_begin(clip, c);
        if (have * 8 < symbols * 3 / 8)
            return fail(Place{.field = clip.name + ".chunks[" + std::to_string(c) + "]"}, "is too short");
    }
    Lattice lattice;
    lattice.frames = clip.frames;
    lattice.dofs = dofs;
    lattice.x.resize(lattice.frames * dofs);
    lattice.scales.resize(segment_count(clip.frames));
    for (std::size_t c = 0; c < clip.parts.size(); ++c) {
        if (auto sound =
                unpack_chunk(clip, dofs, c, lattice.row(c * chunk_frames), lattice.scales.data() + c * chunk_segments);
            !sound)
            return Failure(sound.error());
    }
    return lattice;
}

Result<PackedClip> to_archive(const PackedRig& rig, const PackedClip& clip) {
    if (clip.tier == Tier::archive) return clip;
    const Layout layout(rig);
    if (auto sound = check_resident(clip, layout.dofs); !sound) return Failure(sound.error());
    PackedClip archived = clip;
    if (!pack_archive(unpack_resident(clip, layout.dofs), archived))
        return fail(Place{.field = clip.name}, "a value is too large for the archive");
    return archived;
}

Result<PackedClip> to_resident(const PackedRig& rig, const PackedClip& clip, Packing packing) {
    if (clip.tier == Tier::resident) return clip;
    const auto lattice = unpack_archive(clip, Layout(rig).dofs);
    if (!lattice) return Failure(lattice.error());
    PackedClip expanded = clip;
    expanded.predictions.clear();
    if (!pack_resident(*lattice, packing, expanded))
        return fail(Place{.field = clip.name}, "a value is too large for the resident form");
    return expanded;
}

} // namespace ossuary::codec
