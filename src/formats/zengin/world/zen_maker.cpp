#include "zen_maker.h"

#include <algorithm>
#include <map>
#include <set>

#include "formats/zengin/chunks/chunk_layout.h"
#include "ossuary/base/record_json.h"
#include "ossuary/base/sort.h"
#include "ossuary/base/text.h"

namespace ossuary::zengin {

ZenMaker::ZenMaker(ZenEncoding encoding, std::vector<std::string> fields) {
    archive_.encoding = encoding;
    archive_.header.fmt = name_of(encoding);
    if (encoding == ZenEncoding::bin_safe) archive_.header.archiver = "zCArchiverBinSafe";
    std::ranges::move(fields, std::back_inserter(archive_.header.fields));
}

void ZenMaker::push_object(std::string_view name, std::string_view class_chain, std::uint16_t version,
                           std::uint32_t index) {
    const auto number = static_cast<std::uint32_t>(archive_.objects.size());
    archive_.objects.push_back({.name = archive_.add(as_bytes(name)),
                                .class_chain = archive_.add(as_bytes(class_chain)),
                                .version = version,
                                .index = index,
                                .open = static_cast<std::uint32_t>(archive_.items.size())});
    archive_.items.push_back({.number = number, .kind = ZenItem::Kind::open});
    open_.push_back(number);
}

std::uint32_t ZenMaker::open(std::string_view name, std::string_view class_chain, std::uint16_t version) {
    push_object(name, class_chain, version, next_index_);
    return next_index_++;
}
void ZenMaker::open_group(std::string_view name) {
    push_object(name, encoding() == ZenEncoding::binary ? std::string_view() : no_class, 0, 0);
}
void ZenMaker::close() {
    archive_.objects[open_.back()].close = static_cast<std::uint32_t>(archive_.items.size());
    archive_.items.push_back({.number = open_.back(), .kind = ZenItem::Kind::close});
    open_.pop_back();
}
void ZenMaker::null(std::string_view name) {
    push_object(name, no_class, 0, 0);
    close();
}
void ZenMaker::reference(std::string_view name, std::uint32_t index) {
    push_object(name, reference_class, 0, index);
    close();
}
void ZenMaker::bytes(Bytes bytes) {
    archive_.items.push_back({.value = archive_.add(bytes), .kind = ZenItem::Kind::bytes});
}

void ZenMaker::entry(std::string_view name, ZenType type, Bytes value) {
    const auto [known, is_new] = names_.emplace(std::string(name), static_cast<std::uint32_t>(archive_.names.size()));
    if (is_new) archive_.names.push_back(archive_.add(as_bytes(name)));
    const bool as_int = encoding() == ZenEncoding::ascii && (type == ZenType::byte || type == ZenType::word);
    archive_.items.push_back({.value = archive_.add(value),
                              .number = known->second,
                              .type = as_int ? ZenType::integer : type,
                              .kind = ZenItem::Kind::entry});
}

void ZenMaker::string(std::string_view name, std::string_view text) {
    // What ends a string or a line in one of the encodings ends it here.
    constexpr std::size_t longest = 0xFFFF;
    text = text.substr(0, std::min(longest, text.find_first_of(std::string_view("\0\r\n", 3))));
    entry(name, ZenType::string, as_bytes(text));
}
void ZenMaker::integer(std::string_view name, std::int64_t value, ZenType type) {
    entry(name, type, encode_integer(encoding(), type, value));
}
void ZenMaker::real(std::string_view name, float value) {
    entry(name, ZenType::real, encode_reals(encoding(), ZenType::real, {&value, 1}));
}
void ZenMaker::vec3(std::string_view name, const Vec3& value) {
    const std::array<float, 3> values{value.x, value.y, value.z};
    entry(name, ZenType::vec3, encode_reals(encoding(), ZenType::vec3, values));
}
void ZenMaker::color(std::string_view name, std::array<std::uint8_t, 4> rgba) {
    entry(name, ZenType::color, encode_color(encoding(), rgba));
}
void ZenMaker::raw(std::string_view name, Bytes bytes) { entry(name, ZenType::raw, encode_raw(encoding(), bytes)); }
void ZenMaker::reals(std::string_view name, std::span<const float> values) {
    entry(name, ZenType::raw_float, encode_reals(encoding(), ZenType::raw_float, values));
}

void ZenMaker::entry_of(const ZenStep& step, const std::string& name, const Json& value, std::int64_t times) {
    const auto number_at = [&](std::size_t i) {
        return i < value.size() ? static_cast<float>(value[i].number()) : 0.0f;
    };
    switch (step.type) {
    case ZenType::string: return string(name, utf8_to_latin1(value.string()));
    case ZenType::real: return real(name, static_cast<float>(value.number()));
    case ZenType::vec3: return vec3(name, {number_at(0), number_at(1), number_at(2)});
    case ZenType::color: {
        std::array<std::uint8_t, 4> rgba{};
        for (std::size_t i = 0; i < 4; ++i) rgba[i] = static_cast<std::uint8_t>(number_at(i));
        return color(name, rgba);
    }
    case ZenType::raw: {
        RawBytes bytes;
        if (value.is_string()) from_json(value, bytes);
        bytes.bytes.resize(step.times.empty() ? step.size : step.size * static_cast<std::size_t>(times));
        return raw(name, bytes.bytes);
    }
    case ZenType::raw_float: {
        std::vector<float> values(step.size);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = number_at(i);
        return reals(name, values);
    }
    default: return integer(name, value.integer(), step.type);
    }
}

void ZenMaker::class_entries(const ZenClass& of, Game game, const Json& fields) {
    struct Loop {
        std::size_t block;
        std::int64_t left, round;
    };
    std::set<std::string_view> object_counts; // of objects, which a JSON object of entries does not hold
    std::string_view counter;
    for (const ZenStep& step : of.steps) {
        if (step.kind == ZenStep::Kind::block && step.when == ZenStep::When::times) counter = step.name;
        if (step.kind == ZenStep::Kind::object && !counter.empty()) object_counts.insert(counter);
        if (step.kind == ZenStep::Kind::end) counter = {};
    }
    std::map<std::string_view, std::int64_t> values;
    std::vector<Loop> loops;
    for (std::size_t i = 0; i < of.steps.size();) {
        const ZenStep& step = of.steps[i];
        if (step.kind == ZenStep::Kind::block) {
            std::int64_t rounds = 0;
            switch (step.when) {
            case ZenStep::When::gothic1: rounds = game == Game::gothic1; break;
            case ZenStep::When::gothic2: rounds = game == Game::gothic2; break;
            case ZenStep::When::save_game: break;
            case ZenStep::When::nonzero: rounds = values[step.name] != 0; break;
            case ZenStep::When::zero: rounds = values[step.name] == 0; break;
            case ZenStep::When::times: rounds = std::max<std::int64_t>(0, values[step.name]); break;
            }
            if (rounds > 0) loops.push_back({i, rounds, 0});
            i = rounds > 0 ? i + 1 : step.end + 1;
        } else if (step.kind == ZenStep::Kind::end) {
            Loop& loop = loops.back();
            ++loop.round;
            if (--loop.left > 0) {
                i = loop.block + 1;
            } else {
                loops.pop_back();
                ++i;
            }
        } else {
            std::string name(step.name);
            if (step.numbered && !loops.empty()) name += std::to_string(loops.back().round);
            if (step.kind == ZenStep::Kind::object) null(name);
            if (step.kind == ZenStep::Kind::entry) {
                Json value = object_counts.contains(step.name) ? Json(0) : fields[name];
                constexpr std::int64_t most_rounds = 255; // as many as a byte counts; a mover has fewer key frames
                if (value.is_integer()) values[step.name] = std::clamp<std::int64_t>(value.integer(), 0, most_rounds);
                entry_of(step, name, value, values[step.times]);
            }
            ++i;
        }
    }
}

ZenArchive ZenMaker::take() && {
    archive_.object_count = next_index_;
    if (encoding() == ZenEncoding::bin_safe) {
        for (std::uint32_t i = 0; i < archive_.names.size(); ++i)
            archive_.key_table.push_back({i, key_bucket(archive_.text(archive_.names[i]))});
        ossuary::sort(archive_.key_table, [](const ZenKey& a, const ZenKey& b) {
            return a.bucket != b.bucket ? a.bucket < b.bucket : a.number > b.number;
        });
    }
    return std::move(archive_);
}

} // namespace ossuary::zengin
