// ZEN archives that hold nothing but values, read by the classes of their objects.
#include <algorithm>
#include <unordered_map>

#include "ossuary/base/diagnostic.h"
#include "zen_class.h"
#include "zen_parts.h"

namespace ossuary::zengin {

namespace {

// An object being read: where in its classes the reader stands, and what it has met of it so far.
struct Frame {
    struct Loop {
        std::uint32_t block;
        std::int64_t left;
        std::int64_t round;
    };
    std::uint32_t object = 0;
    std::size_t content = 0, end = 0;
    Game game{};
    ZenClasses classes;
    std::size_t at_class = 0, at_step = 0;
    std::vector<std::pair<std::string_view, std::int64_t>> values;
    std::vector<Loop> loops;
    std::int64_t vobs_to_come = 0; // of a VobTree
    std::uint32_t child_counts = 0;

    std::int64_t value(std::string_view name) const {
        for (auto it = values.rbegin(); it != values.rend(); ++it)
            if (it->first == name) return it->second;
        return 0;
    }
    void set(std::string_view name, std::int64_t value) {
        for (auto& [known, kept] : values)
            if (known == name) return void(kept = value);
        values.emplace_back(name, value);
    }
};

class BinaryReader {
public:
    BinaryReader(ZenScan& scan, Game game) : scan_(scan), game_(game) {}

    // False after an error. Objects that are not what their class says are kept as bytes and counted.
    bool read() {
        const Bytes source = scan_.archive.source;
        while (scan_.ok() && scan_.at < source.size()) {
            if (const auto head = read_object_head(source.subspan(scan_.at))) {
                if (!enter(*head)) return false;
                while (!frames_.empty())
                    if (!step()) return false;
            } else if (!read_loose_text() && !read_loose_count()) {
                // An object that is not all there, or anything else.
                if (source.size() - scan_.at >= 4 && scan_.archive.objects.empty())
                    return scan_.fail("zen: bad object size: the object reaches beyond the end of the file");
                keep_bytes(source.size());
            }
        }
        return scan_.ok();
    }
    std::size_t mismatches() const { return mismatches_; }

private:
    Frame& top() { return frames_.back(); }

    bool enter(const BinaryObjectHead& head) {
        const std::size_t start = scan_.at, name = start + 10;
        ZenObject object{.name = scan_.run(name, head.name.size()),
                         .class_chain = scan_.run(name + head.name.size() + 1, head.class_chain.size()),
                         .version = head.version,
                         .index = head.index};
        if (!scan_.open_object(object)) return false;
        Frame& frame = frames_.emplace_back();
        frame.object = scan_.open.back();
        frame.content = scan_.at = start + head.bytes;
        frame.end = start + head.size;
        frame.game = game_;
        const std::string_view chain = head.class_chain;
        if (chain == reference_class || chain == no_class) return true;
        frame.classes = classes_of(chain.empty() ? head.name : chain); // a group's name says what is in it
        if (chain == "zCMaterial")
            frame.game = head.version == find_class(chain)->version(Game::gothic1) ? Game::gothic1 : Game::gothic2;
        by_index_.insert_or_assign(head.index, frame.object);
        return true;
    }

    // An object within the current one.
    bool enter_child(bool certain) {
        const auto head = read_object_head(scan_.archive.source.first(top().end).subspan(scan_.at));
        if (head) return enter(*head);
        if (certain) return scan_.fail("zen: bad object size: an object reaches beyond the one it is in");
        return leave_as_bytes();
    }

    bool step() {
        Frame& frame = top();
        if (frame.at_class == frame.classes.classes.size()) return leave();
        const std::vector<ZenStep>& steps = frame.classes.classes[frame.at_class]->steps;
        if (frame.at_step == steps.size()) {
            ++frame.at_class;
            frame.at_step = 0;
            return true;
        }
        const ZenStep& current = steps[frame.at_step];
        switch (current.kind) {
        case ZenStep::Kind::entry: ++frame.at_step; return read_entry(current);
        case ZenStep::Kind::object: ++frame.at_step; return enter_child(false);
        case ZenStep::Kind::block: return begin_block(current);
        case ZenStep::Kind::end: return end_block();
        case ZenStep::Kind::sections:
            if (frame.value("#end_marker") == 0) return enter_child(true);
            ++frame.at_step;
            return true;
        case ZenStep::Kind::vobs: return read_vobs();
        }
        return true;
    }

    bool begin_block(const ZenStep& block) {
        Frame& frame = top();
        std::int64_t rounds = 0;
        switch (block.when) {
        case ZenStep::When::gothic1: rounds = frame.game == Game::gothic1; break;
        case ZenStep::When::gothic2: rounds = frame.game == Game::gothic2; break;
        case ZenStep::When::save_game: rounds = scan_.archive.is_save_game(); break;
        case ZenStep::When::nonzero: rounds = frame.value(block.name) != 0; break;
        case ZenStep::When::zero: rounds = frame.value(block.name) == 0; break;
        case ZenStep::When::times: rounds = std::max<std::int64_t>(0, frame.value(block.name)); break;
        }
        if (rounds == 0) {
            frame.at_step = block.end + 1;
        } else {
            frame.loops.push_back({static_cast<std::uint32_t>(frame.at_step), rounds, 0});
            ++frame.at_step;
        }
        return true;
    }
    bool end_block() {
        Frame& frame = top();
        Frame::Loop& loop = frame.loops.back();
        ++loop.round;
        if (--loop.left > 0) {
            frame.at_step = loop.block + 1;
        } else {
            frame.loops.pop_back();
            ++frame.at_step;
        }
        return true;
    }

    bool read_entry(const ZenStep& step) {
        Frame& frame = top();
        const Bytes source = scan_.archive.source;
        const std::size_t left = frame.end - scan_.at;
        std::size_t size = 0, skip = 0;
        if (step.type == ZenType::string) {
            const std::size_t end = as_text(source.subspan(scan_.at, left)).find('\0');
            if (end == std::string_view::npos) return leave_as_bytes();
            size = end;
            skip = 1;
        } else if (const auto fixed = fixed_size(ZenEncoding::binary, step.type)) {
            size = *fixed;
        } else {
            size = step.size * (step.type == ZenType::raw_float ? 4 : 1);
            if (!step.times.empty())
                size *= static_cast<std::size_t>(std::max<std::int64_t>(0, frame.value(step.times)));
        }
        if (size + skip > left) return leave_as_bytes();
        std::string name(step.name);
        if (step.numbered) name += std::to_string(frame.loops.empty() ? 0 : frame.loops.back().round);
        const ZenItem item = add_entry(name, step.type, size);
        scan_.at += size + skip;
        if (const auto value = integer_of(scan_.archive, item)) frame.set(step.name, *value);
        if (step.name == "dataRaw")
            for (std::size_t bit = 0; bit < VobFlags::names.size(); ++bit)
                frame.set(VobFlags::names[bit],
                          std::to_integer<int>(source[item.value.offset + vob_flags_offset]) >> bit & 1);
        return true;
    }

    ZenItem add_entry(const std::string& name, ZenType type, std::size_t size) {
        const auto [known, is_new] = names_.emplace(name, static_cast<std::uint32_t>(scan_.archive.names.size()));
        if (is_new) scan_.archive.names.push_back(scan_.archive.add(as_bytes(name)));
        const ZenItem item{
            .value = scan_.run(scan_.at, size), .number = known->second, .type = type, .kind = ZenItem::Kind::entry};
        scan_.archive.items.push_back(item);
        return item;
    }

    // The number of roots, then every VOB with the number of its children behind it.
    bool read_vobs() {
        Frame& frame = top();
        if (frame.value("#vob_read") == 1 || frame.child_counts == 0) {
            if (frame.end - scan_.at < 4) return leave_as_bytes();
            const ZenItem item = add_entry("childs" + std::to_string(frame.child_counts++), ZenType::integer, 4);
            scan_.at += 4;
            frame.vobs_to_come += std::max<std::int64_t>(0, integer_of(scan_.archive, item).value_or(0));
            frame.set("#vob_read", 0);
        }
        if (frame.vobs_to_come == 0) return ++frame.at_step, true;
        --frame.vobs_to_come;
        frame.set("#vob_read", 1);
        return enter_child(true);
    }

    // A name in front of an object, and the number of them: lists of materials have these.
    bool read_loose_text() {
        const std::size_t size = loose_text_at(scan_.at);
        if (size == 0) return false;
        add_entry("", ZenType::string, size);
        scan_.at += size + 1;
        return true;
    }
    bool read_loose_count() {
        if (!scan_.archive.items.empty() || loose_text_at(scan_.at + 4) == 0) return false;
        add_entry("", ZenType::integer, 4);
        scan_.at += 4;
        return true;
    }
    // The length of a text with an object behind it; 0 if there is none.
    std::size_t loose_text_at(std::size_t at) const {
        const Bytes source = scan_.archive.source;
        if (at >= source.size()) return 0;
        constexpr std::size_t longest = 4096;
        const std::string_view rest = as_text(source.subspan(at));
        const std::size_t end = rest.substr(0, longest).find('\0');
        return end != rest.npos && read_object_head(source.subspan(at + end + 1)) ? end : 0;
    }

    void keep_bytes(std::size_t end) {
        if (scan_.at < end)
            scan_.archive.items.push_back({.value = scan_.run(scan_.at, end - scan_.at), .kind = ZenItem::Kind::bytes});
        scan_.at = end;
    }

    // The object is read, or as much of it as is known.
    bool leave() {
        Frame& frame = top();
        if (scan_.at < frame.end && frame.classes.complete) {
            ++mismatches_;
            scan_.warn("zen: object size mismatch: " + std::to_string(frame.end - scan_.at) +
                           " bytes behind the fields of " + describe_object(frame),
                       scan_.at);
        } else if (scan_.at < frame.end) {
            scan_.warn("zen: unknown class: " + describe_object(frame) + " is kept as it is", scan_.at);
        }
        keep_bytes(frame.end);
        return pop();
    }
    bool leave_as_bytes() {
        Frame& frame = top();
        ++mismatches_;
        scan_.warn("zen: object size mismatch: the fields of " + describe_object(frame) +
                       " do not fit; it is kept as it is",
                   frame.content);
        scan_.archive.items.resize(scan_.archive.objects[frame.object].open + 1);
        scan_.archive.objects.resize(frame.object + 1);
        scan_.at = frame.content;
        keep_bytes(frame.end);
        return pop();
    }
    bool pop() {
        const std::uint32_t left = top().object;
        frames_.pop_back();
        if (!scan_.close_object()) return false;
        if (frames_.empty()) return true;
        const ZenObject& object = scan_.archive.objects[left];
        if (scan_.archive.name(object) == "EndMarker") top().set("#end_marker", 1);
        if (is_item(scan_.archive.name(object))) top().set("#short_key", item_flags(left) & short_key_flag);
        return true;
    }

    // `item`, or `item0`, `item1` … as Gothic 1 has them.
    static bool is_item(std::string_view name) {
        return name.starts_with("item") && name.find_first_not_of("0123456789", 4) == name.npos;
    }

    // What an item, or the one that a reference stands for, has as its flags.
    std::int64_t item_flags(std::uint32_t number) const {
        const ZenArchive& archive = scan_.archive;
        if (archive.is_reference(archive.objects[number])) {
            const auto target = by_index_.find(archive.objects[number].index);
            if (target == by_index_.end() || target->second >= archive.objects.size()) return 0;
            number = target->second;
        }
        const ZenObject& object = archive.objects[number];
        for (std::uint32_t i = object.open + 1; i < object.close; ++i) {
            const ZenItem& item = archive.items[i];
            if (item.kind == ZenItem::Kind::open)
                i = archive.objects[item.number].close;
            else if (item.kind == ZenItem::Kind::entry && archive.name(item) == "flags")
                return integer_of(archive, item).value_or(0);
        }
        return 0;
    }

    std::string describe_object(const Frame& frame) const {
        const ZenObject& object = scan_.archive.objects[frame.object];
        return '\'' + std::string(scan_.archive.name(object)) + ' ' + std::string(scan_.archive.class_chain(object)) +
               '\'';
    }

    static constexpr std::size_t vob_flags_offset = 73;
    static constexpr std::int64_t short_key_flag = 0x200;
    ZenScan& scan_;
    Game game_;
    std::vector<Frame> frames_;
    std::unordered_map<std::string, std::uint32_t> names_;
    std::unordered_map<std::uint32_t, std::uint32_t> by_index_;
    std::size_t mismatches_ = 0;
};

// Without a VOB to tell, the game is the one whose classes fit better.
Game game_that_fits(const ZenScan& scan) {
    std::array<std::size_t, 2> mismatches{};
    for (const Game game : {Game::gothic1, Game::gothic2}) {
        ZenArchive trial = scan.archive;
        ZenScan trial_scan(trial, scan.options, scan.at, nullptr);
        BinaryReader reader(trial_scan, game);
        mismatches[static_cast<std::size_t>(game)] = reader.read() ? reader.mismatches() : ~std::size_t{0};
    }
    return mismatches[0] < mismatches[1] ? Game::gothic1 : Game::gothic2;
}

} // namespace

bool read_binary(ZenScan& scan) {
    std::optional<Game> game = scan.options.game;
    if (!game) game = game_by_vob_version(scan.archive.source);
    return BinaryReader(scan, game ? *game : game_that_fits(scan)).read();
}

void write_binary(const ZenArchive& archive, ByteBuffer& buffer) {
    std::vector<std::size_t> starts;
    for (const ZenItem& item : archive.items) {
        switch (item.kind) {
        case ZenItem::Kind::open: {
            const ZenObject& object = archive.objects[item.number];
            starts.push_back(buffer.size());
            append_value(buffer, std::uint32_t{0});
            append_value(buffer, object.version);
            append_value(buffer, object.index);
            append(buffer, archive.name(object));
            append_value(buffer, char{0});
            append(buffer, archive.class_chain(object));
            append_value(buffer, char{0});
            break;
        }
        case ZenItem::Kind::close:
            store(buffer.data() + starts.back(), static_cast<std::uint32_t>(buffer.size() - starts.back()),
                  Endian::little);
            starts.pop_back();
            break;
        case ZenItem::Kind::entry:
        case ZenItem::Kind::bytes:
            append(buffer, archive.bytes(item.value));
            if (item.kind == ZenItem::Kind::entry && item.type == ZenType::string) append_value(buffer, char{0});
            break;
        }
    }
}

} // namespace ossuary::zengin
