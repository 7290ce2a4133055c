#include "ossuary/formats/zengin/zen.h"

#include <algorithm>
#include <cmath>

#include "formats/zengin/world/zen_class.h"
#include "formats/zengin/world/zen_parts.h"
#include "formats/zengin/zen_files.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary::zengin {
namespace {

using namespace testing;
using ossuary::testing::golden;
using ossuary::testing::shared_file;

ByteBuffer ascii(std::string_view body) { return to_buffer(zen_header("ASCII") + std::string(body)); }

constexpr std::string_view small_body = "[% oCItem:zCVob 0 7]\n\tpack=int:0\n\titemInstance=string:ITMW: a=b\n"
                                        "\t[visual % 0 0]\n\t[]\n\tpack=int:3\n[]\n";

ByteBuffer small_bin_safe() {
    const std::uint32_t all = 0xFFFFFFFF;
    return BinSafeMaker()
        .sized("loose", ZenType::string, "before any object")
        .item("[% oCMobDoor:oCMobInter:oCMOB:zCVob 64513 3]")
        .entry("pack", ZenType::integer, std::int32_t{-5})
        .entry("locked", ZenType::boolean, all)
        .entry("range", ZenType::real, 2.5f)
        .entry("numTarget", ZenType::byte, std::uint8_t{200})
        .entry("numKeyframes", ZenType::word, std::uint16_t{60000})
        .entry("aniMode", ZenType::enumeration, all)
        .sized("dataRaw", ZenType::raw, std::string_view("\0\x12\xFF", 3))
        .sized("decalDim", ZenType::raw_float, std::string_view("\0\0\x80\x3F\0\0\0\x40", 8))
        .sized("odd", ZenType::raw_float, "abc")
        .item("[visual \xA7 0 3]")
        .item("[]")
        .item("[]")
        .bytes();
}

// A G1 saved world with one light and a way net, as the classes have it.
ByteBuffer small_binary() {
    Maker data;
    data.floats({-1, -1, -1, 1, 1, 1}).floats({10, 20, 30}).floats({1, 0, 0, 0, 1, 0, 0, 0, 1});
    data.put(std::uint8_t{0x29}).put(std::uint8_t{0x2E}); // has name, visual name, visual and event manager
    Maker light;
    light.put(std::int32_t{1}).bytes(data.data()).text("LAMP", '\0').text("LAMP.3DS", '\0');
    light.bytes(binary_object("visual", "zCProgMeshProto", 0, 2).data());
    light.bytes(
        binary_object(
            "%", "zCEventManager", 0, 3,
            Maker().put(std::uint8_t{0}).put(std::uint8_t{1}).bytes(binary_object("emCutscene", "%", 0, 0).data()))
            .data());
    light.put(std::uint8_t{1}).put(0.5f);                                // sleepMode, nextOnTimer
    light.text("PRESET", '\0').put(std::uint8_t{0}).put(2000.0f);        // type, range
    light.put(std::uint32_t{0x11223344}).put(0.0f).put(std::uint8_t{1}); // color, cone, static
    light.put(std::uint8_t{2}).text("", '\0');
    Maker spot;
    spot.put(std::int32_t{1}).bytes(data.data().size() ? Bytes(data.data()).first(73) : Bytes());
    spot.put(std::uint8_t{0}).put(std::uint8_t{0}).put(0.0f);
    Maker tree;
    tree.put(std::int32_t{1}).bytes(binary_object("%", "zCVobLight:zCVob", 46080, 1, light).data());
    tree.put(std::int32_t{1}).bytes(binary_object("%", "zCVobSpot:zCVob", 12289, 4, spot).data()).put(std::int32_t{0});
    Maker point;
    point.text("WP_1", '\0').put(std::int32_t{0}).put(std::uint8_t{0}).floats({1, 2, 3, 0, 0, 1});
    Maker net;
    net.put(std::int32_t{1}).put(std::int32_t{1}).bytes(binary_object("waypoint0", "zCWaypoint", 0, 6, point).data());
    net.put(std::int32_t{1});
    net.bytes(binary_object("wayl0", "\xA7", 0, 6).data()).bytes(binary_object("wayr0", "\xA7", 0, 6).data());
    Maker world;
    world.bytes(binary_object("VobTree", "", 0, 0, tree).data());
    world.bytes(binary_object("WayNet", "", 0, 0, binary_object("%", "zCWayNet", 0, 5, net)).data());
    world.bytes(binary_object("EndMarker", "", 0, 0).data());
    world.put(std::int32_t{0}).put(std::int32_t{0}).put(std::uint8_t{1});
    return Maker()
        .bytes(as_bytes(zen_header("BINARY", 1)))
        .bytes(binary_object("%", "oCWorld:zCWorld", 64513, 0, world).data())
        .data();
}

std::vector<std::string> entry_names(const ZenArchive& archive) {
    std::vector<std::string> names;
    for (const ZenItem& item : archive.items)
        if (item.kind == ZenItem::Kind::entry) names.emplace_back(archive.name(item));
    return names;
}
const ZenItem* find_entry(const ZenArchive& archive, std::string_view name) {
    for (const ZenItem& item : archive.items)
        if (item.kind == ZenItem::Kind::entry && archive.name(item) == name) return &item;
    return nullptr;
}

TEST(Zen, TextGivesObjectsAndEntriesInOrder) {
    const ByteBuffer bytes = ascii(small_body);
    const auto archive = parse_zen(bytes);
    ASSERT_TRUE(archive) << archive.error().text();
    ASSERT_EQ(archive->objects.size(), 2u);
    EXPECT_EQ(archive->class_chain(archive->objects[0]), "oCItem:zCVob");
    EXPECT_EQ(archive->objects[0].index, 7u);
    EXPECT_EQ(archive->name(archive->objects[1]), "visual");
    EXPECT_TRUE(archive->is_null(archive->objects[1]));
    EXPECT_EQ(entry_names(*archive), (std::vector<std::string>{"pack", "itemInstance", "pack"}));
    EXPECT_EQ(archive->text(find_entry(*archive, "itemInstance")->value), "ITMW: a=b");
    EXPECT_EQ(integer_of(*archive, archive->items[5]), 3);
    EXPECT_TRUE(archive->spacings.empty());
    EXPECT_TRUE(survives(zen, bytes));
}

TEST(Zen, TextKeepsUnusualSpacing) {
    for (const std::string_view body : {"\n\n[% zCVob 1 0]\r\n  pack=int:0\r\n\n[]", "[% zCVob 01 0]\n[]\n\n\t ",
                                        "\t[% zCVob 1 0]\n[]\n", "x=string:at depth 0\n"})
        EXPECT_TRUE(survives(zen, ascii(body))) << body;
    std::string returns = zen_header("ASCII") + std::string(small_body);
    for (std::size_t at = 0; (at = returns.find('\n', at)) != returns.npos; at += 2) returns.insert(at, 1, '\r');
    EXPECT_TRUE(survives(zen, to_buffer(returns)));
}

TEST(Zen, TextBearsAnything) {
    const ByteBuffer bytes = ascii(small_body);
    expect_zen_truncations_are_handled(bytes);
    expect_zen_flips_are_handled(bytes, 2000);
    expect_zen_error(ascii("[% zCVob 1 0]\n"), "zen: unbalanced objects at depth 1");
    expect_zen_error(ascii("[]\n"), "zen: unbalanced objects at depth 0");
    expect_zen_error(ascii("[% zCVob 1]\n[]\n"), "zen: malformed object header");
    expect_zen_error(ascii("[% zCVob x 0]\n[]\n"), "zen: malformed object header");
    expect_zen_error(ascii("[% zCVob 1 0 0]\n[]\n"), "zen: malformed object header");
    expect_zen_error(ascii("pack:int=0\n"), "zen: malformed line 10");
    expect_zen_error(ascii("pack=long:0\n"), "zen: malformed line 10");
}

TEST(Zen, ALineThatIsNoEntryBelongsToTheTextBefore) {
    constexpr std::string_view body = "[% zCCSLib 0 0]\n\ttext=string:Bonjour.\nEt adieu,\n\n  ami.\n"
                                      "\tname=string:DIA.WAV\r\nmore\r\n\tlast=int:3\n[]\n";
    const ByteBuffer bytes = ascii(body);
    Diagnostics found;
    const auto archive = parse_zen(bytes, {}, &found);
    ASSERT_TRUE(archive) << archive.error().text();
    EXPECT_EQ(archive->text(find_entry(*archive, "text")->value), "Bonjour.\nEt adieu,\n\n  ami.");
    EXPECT_EQ(archive->text(find_entry(*archive, "name")->value), "DIA.WAV\r\nmore");
    EXPECT_EQ(integer_of(*archive, *find_entry(*archive, "last")), 3);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NE(found[0].message.find("3 lines are no entry"), std::string::npos) << found[0].message;
    EXPECT_TRUE(survives(zen, bytes));
    expect_zen_truncations_are_handled(bytes);
    expect_zen_flips_are_handled(bytes, 2000);
    expect_zen_error(ascii("[% zCVob 1 0]\n\tpack=int:0\nlost\n[]\n"), "zen: malformed line");
}

TEST(Zen, BinaryDialoguesAreRead) {
    const Maker message = Maker().put(std::uint8_t{0}).text("Good day.", '\0').text("DIA_1.WAV", '\0');
    const Maker atomic =
        Maker().bytes(binary_object("%", "oCMsgConversation:oCNpcMessage:zCEventMessage", 0, 3, message).data());
    const Maker block = Maker()
                            .text("DIA_1", '\0')
                            .put(std::int32_t{1})
                            .put(0.0f)
                            .bytes(binary_object("%", "zCCSAtomicBlock", 0, 2, atomic).data());
    const Maker lib = Maker().put(std::int32_t{1}).bytes(binary_object("%", "zCCSBlock", 0, 1, block).data());
    const ByteBuffer bytes =
        Maker().bytes(as_bytes(zen_header("BINARY"))).bytes(binary_object("%", "zCCSLib", 0, 0, lib).data()).data();
    Diagnostics found;
    const auto archive = parse_zen(bytes, {}, &found);
    ASSERT_TRUE(archive) << archive.error().text();
    for (const Diagnostic& one : found) EXPECT_EQ(one.severity, Severity::note) << one.text();
    EXPECT_EQ(archive->text(find_entry(*archive, "text")->value), "Good day.");
    EXPECT_EQ(archive->text(find_entry(*archive, "blockName")->value), "DIA_1");
    EXPECT_TRUE(survives(zen, bytes));
}

// The fields of a class in a save of Gothic 1, all zero; an NPC has two items, of which the first has a short key.
class SavedNpc {
public:
    static Maker of(std::string_view chain, std::int32_t flags = 0) {
        Maker maker;
        for (const ZenClass* known : classes_of(chain).classes) SavedNpc(known->steps, flags).put(maker);
        return maker;
    }

private:
    SavedNpc(const std::vector<ZenStep>& steps, std::int32_t flags) : steps_(steps), flags_(flags) {}

    void put(Maker& maker) { put(maker, 0, static_cast<std::uint32_t>(steps_.size())); }
    void put(Maker& maker, std::uint32_t from, std::uint32_t to) {
        for (std::uint32_t i = from; i < to; ++i) {
            const ZenStep& step = steps_[i];
            switch (step.kind) {
            case ZenStep::Kind::block:
                for (int round = 0; round < rounds_of(step); ++round) {
                    if (step.name == "itemCount") item_ = round;
                    put(maker, i + 1, step.end);
                }
                i = step.end;
                break;
            case ZenStep::Kind::object:
                if (step.name == "item")
                    maker.bytes(binary_object("item" + std::to_string(item_), "oCItem:zCVob", 0,
                                              static_cast<std::uint32_t>(10 + item_),
                                              of("oCItem:zCVob", item_ == 0 ? 0x200 : 0))
                                    .data());
                else
                    maker.bytes(binary_object(step.name, "%", 0, 0).data());
                break;
            case ZenStep::Kind::entry: put_entry(maker, step); break;
            default: break;
            }
        }
    }
    int rounds_of(const ZenStep& block) const {
        switch (block.when) {
        case ZenStep::When::gothic1:
        case ZenStep::When::save_game:
        case ZenStep::When::zero: return 1;
        case ZenStep::When::times: return block.name == "itemCount" ? 2 : 0;
        case ZenStep::When::nonzero: return block.name == "#short_key" && item_ == 0;
        default: return 0;
        }
    }
    void put_entry(Maker& maker, const ZenStep& step) const {
        if (step.type == ZenType::string)
            maker.text("", '\0');
        else if (step.name == "flags" || step.name == "itemCount" || step.name == "shortKey")
            maker.put(step.name == "flags" ? flags_ : step.name == "itemCount" ? 2 : 7);
        else
            maker.fill(fixed_size(ZenEncoding::binary, step.type).value_or(0) +
                       step.size * (step.type == ZenType::raw_float ? 4 : 1));
    }

    const std::vector<ZenStep>& steps_;
    std::int32_t flags_;
    int item_ = -1;
};

TEST(Zen, ItemsOfAnNpcAreNumberedInGothic1) {
    const ByteBuffer bytes =
        Maker()
            .bytes(as_bytes(zen_header("BINARY", 1)))
            .bytes(binary_object("npc", "oCNpc:zCVob", 52224, 1, SavedNpc::of("oCNpc:zCVob")).data())
            .data();
    Diagnostics found;
    const auto archive = parse_zen(bytes, {.limits = {}, .game = Game::gothic1}, &found);
    ASSERT_TRUE(archive) << archive.error().text();
    for (const Diagnostic& one : found) EXPECT_EQ(one.severity, Severity::note) << one.text();
    const std::vector<std::string> names = entry_names(*archive);
    EXPECT_EQ(std::ranges::count(names, "shortKey"), 1);
    ASSERT_TRUE(find_entry(*archive, "shortKey"));
    EXPECT_EQ(integer_of(*archive, *find_entry(*archive, "shortKey")), 7);
    EXPECT_EQ(std::ranges::count(names, "itemInstance"), 2);
}

TEST(Zen, DepthIsLimitedAndNeedsNoStack) {
    const auto nested = [](std::size_t depth) {
        std::string body;
        for (std::size_t i = 0; i < depth; ++i) body += std::string(i, '\t') + "[% zCVob 0 0]\n";
        for (std::size_t i = depth; i-- > 0;) body += std::string(i, '\t') + "[]\n";
        return ascii(body);
    };
    EXPECT_TRUE(survives(zen, nested(512)));
    expect_zen_error(nested(513), "zen: nesting too deep");
    const ByteBuffer bytes = nested(20);
    EXPECT_FALSE(parse_zen(bytes, ZenOptions{.limits = {.depth = 19}}));
    EXPECT_FALSE(parse_zen(bytes, ZenOptions{.limits = {.objects = 19}}));
    EXPECT_TRUE(parse_zen(bytes, ZenOptions{.limits = {.depth = 20, .objects = 20}}));
}

TEST(Zen, HeadersAreChecked) {
    const auto with = [](std::string_view from, std::string_view to) {
        std::string text = zen_header("ASCII");
        text.replace(text.find(from), from.size(), to);
        return to_buffer(text);
    };
    expect_zen_error(with("ZenGin", "Zengin"), "zen: not a ZenGin archive");
    expect_zen_error(with("ver 1", "ver 0"), "zen: unsupported archive version");
    expect_zen_error(with("ver 1", "ver 2"), "zen: unsupported archive version");
    expect_zen_error(with("ASCII", "UTF8"), "zen: unknown encoding \"UTF8\"");
    expect_zen_error(with("saveGame 0", "saveGame x"), "zen: malformed header");
    expect_zen_error(with("objects 1", "objects x"), "zen: malformed header");
    expect_zen_error(with("END\nobjects", "objects"), "zen: malformed header");
    expect_zen_error(with("saveGame 0", std::string(5000, 'x')), "zen: malformed header");
    EXPECT_TRUE(survives(zen, with("saveGame 0", "saveGame 1\ndate 9.2.2001 16:7:11\nuser XZEN")));
    EXPECT_TRUE(survives(zen, with("        \nEND\n\n", "\nEND\n"))); // no blanks, no empty line
}

TEST(Zen, ValuesOfEveryTypeAreReadFromText) {
    const ByteBuffer bytes =
        ascii("a=float:2.98023224e-008\nb=float:1.#QNAN\nc=color:1 2 3 255\nd=vec3:1 -2.5 3\n"
              "e=rawFloat:1200.000000000 5 \nf=raw:00FFa7\ng=raw:0\nh=float:x\ni=bool:-1\nj=color:1 2\n");
    const auto archive = parse_zen(bytes);
    ASSERT_TRUE(archive);
    const auto entry = [&](std::string_view name) { return *find_entry(*archive, name); };
    EXPECT_EQ(real_of(*archive, entry("a")), 2.98023224e-8f);
    EXPECT_TRUE(std::isnan(*real_of(*archive, entry("b"))));
    EXPECT_EQ(color_of(*archive, entry("c")), (std::array<std::uint8_t, 4>{1, 2, 3, 255}));
    EXPECT_EQ(reals_of(*archive, entry("d")), (std::vector<float>{1, -2.5f, 3}));
    EXPECT_EQ(reals_of(*archive, entry("e")), (std::vector<float>{1200, 5}));
    EXPECT_EQ(raw_of(*archive, entry("f")), (ByteBuffer{std::byte{0}, std::byte{0xFF}, std::byte{0xA7}}));
    EXPECT_FALSE(raw_of(*archive, entry("g")));
    EXPECT_FALSE(real_of(*archive, entry("h")));
    EXPECT_EQ(integer_of(*archive, entry("i")), -1);
    EXPECT_FALSE(color_of(*archive, entry("j")));
    EXPECT_FALSE(integer_of(*archive, entry("a"))); // another type
}

TEST(Zen, NewTextIsPrintedAsTheGameDoes) {
    const auto text = [](ByteBuffer bytes) { return std::string(as_text(bytes)); };
    const float values[] = {2.98023224e-8f, 1200, 421.576904f};
    EXPECT_EQ(text(encode_reals(ZenEncoding::ascii, ZenType::raw_float, values)), "2.98023224e-008 1200 421.576904 ");
    EXPECT_EQ(text(encode_reals(ZenEncoding::ascii, ZenType::vec3, values)), "2.98023224e-008 1200 421.576904");
    EXPECT_EQ(text(encode_color(ZenEncoding::ascii, {1, 2, 3, 4})), "1 2 3 4");
    EXPECT_EQ(text(encode_color(ZenEncoding::binary, {'r', 'g', 'b', 'a'})), "bgra");
    EXPECT_EQ(text(encode_raw(ZenEncoding::ascii, as_bytes("\n~"))), "0a7e");
    EXPECT_EQ(encode_integer(ZenEncoding::bin_safe, ZenType::boolean, -1).size(), 4u);
    EXPECT_EQ(encode_integer(ZenEncoding::binary, ZenType::boolean, -1), ByteBuffer{std::byte{0xFF}});
}

TEST(Zen, BinSafeKeepsEveryByte) {
    const ByteBuffer bytes = small_bin_safe();
    Diagnostics diagnostics;
    const auto archive = parse_zen(bytes, &diagnostics);
    ASSERT_TRUE(archive) << archive.error().text();
    EXPECT_TRUE(diagnostics.empty()) << diagnostics[0].text();
    EXPECT_TRUE(survives(zen, bytes));
    EXPECT_EQ(integer_of(*archive, *find_entry(*archive, "locked")), -1);
    EXPECT_EQ(integer_of(*archive, *find_entry(*archive, "aniMode")), 0xFFFFFFFF);
    EXPECT_EQ(integer_of(*archive, *find_entry(*archive, "numKeyframes")), 60000);
    EXPECT_EQ(reals_of(*archive, *find_entry(*archive, "decalDim")), (std::vector<float>{1, 2}));
    EXPECT_FALSE(reals_of(*archive, *find_entry(*archive, "odd")));
    EXPECT_TRUE(archive->is_reference(archive->objects[1]));
    expect_zen_truncations_are_handled(bytes);
    expect_zen_flips_are_handled(bytes, 3000);
}

TEST(Zen, BinSafeRefusesWhatItCannotFollow) {
    const auto patched = [](std::size_t back, std::uint8_t value) { // the first tag behind the head
        ByteBuffer bytes = small_bin_safe();
        bytes[zen_header("BIN_SAFE").size() + 12 + back] = std::byte{value};
        return bytes;
    };
    expect_zen_error(patched(0, 0x37), "zen: unexpected tag 0x37");
    expect_zen_error(patched(5, 0x0A), "zen: unexpected tag 0x0A");
    expect_zen_error(patched(1, 99), "zen: undefined key 99");
    expect_zen_error(patched(7, 0xFF), "zen: truncated entry");
    ByteBuffer bytes = small_bin_safe();
    const std::size_t head = zen_header("BIN_SAFE").size();
    const auto table = load<std::uint32_t>(bytes.data() + head + 8, Endian::little);
    ByteBuffer twice = bytes;
    twice[table + 6] = twice[table + 6 + 8 + load<std::uint16_t>(bytes.data() + table + 4, Endian::little)];
    expect_zen_error(twice, "zen: corrupt key table");
    ByteBuffer many = bytes;
    store(many.data() + table, std::uint32_t{0x7FFFFFFF}, Endian::little);
    expect_zen_error(many, "zen: corrupt key table");
    for (const std::uint32_t wrong : {std::uint32_t{0}, static_cast<std::uint32_t>(bytes.size()), 0xFFFFFFFFu}) {
        ByteBuffer moved = bytes;
        store(moved.data() + head + 8, wrong, Endian::little);
        expect_zen_error(moved, "zen: key table out of bounds");
    }
}

TEST(Zen, BinaryIsReadByItsClasses) {
    const ByteBuffer bytes = small_binary();
    Diagnostics diagnostics;
    const auto archive = parse_zen(bytes, &diagnostics);
    ASSERT_TRUE(archive) << archive.error().text();
    for (const Diagnostic& diagnostic : diagnostics)
        EXPECT_EQ(diagnostic.severity, Severity::note) << diagnostic.text(); // the count of objects
    EXPECT_TRUE(survives(zen, bytes));
    EXPECT_EQ(archive->count_objects(), 7u);
    EXPECT_EQ(archive->text(find_entry(*archive, "vobName")->value), "LAMP");
    EXPECT_EQ(real_of(*archive, *find_entry(*archive, "range")), 2000.0f);
    EXPECT_EQ(color_of(*archive, *find_entry(*archive, "color")),
              (std::array<std::uint8_t, 4>{0x22, 0x33, 0x44, 0x11}));
    EXPECT_FALSE(find_entry(*archive, "turnedOn")); // a static light
    EXPECT_EQ(integer_of(*archive, *find_entry(*archive, "childs1")), 1);
    EXPECT_EQ(archive->text(find_entry(*archive, "wpName")->value), "WP_1");
    EXPECT_EQ(integer_of(*archive, *find_entry(*archive, "spawningEnabled")), 1);
    expect_zen_truncations_are_handled(bytes);
    expect_zen_flips_are_handled(bytes, 3000);
}

TEST(Zen, BinaryKeepsWhatItDoesNotKnow) {
    const auto file = [](const Maker& body) {
        return Maker().bytes(as_bytes(zen_header("BINARY"))).bytes(body.data()).data();
    };
    const Maker content = Maker().text("some text", '\0').put(1.5f);
    expect_warning(zen, file(binary_object("%", "xCThing", 1, 0, content)), "zen: unknown class");
    expect_warning(zen, file(binary_object("%", "zCWaypoint", 0, 0, content)), "zen: object size mismatch");
    const Maker way_point = Maker().text("W", '\0').fill(29);
    EXPECT_TRUE(survives(zen, file(binary_object("%", "zCWaypoint", 0, 0, way_point))));
    expect_warning(zen, file(binary_object("%", "zCWaypoint", 0, 0, Maker(way_point).put('x'))),
                   "zen: object size mismatch");
    expect_zen_error(file(Maker().put(std::uint32_t{500}).fill(20)), "zen: bad object size");
    expect_zen_error(file(binary_object("%", "zCWorld", 0, 0, Maker().put(std::uint32_t{500}).fill(20))),
                     "zen: bad object size");
}

TEST(Zen, EveryClassOfTheTableIsWhole) {
    for (const ZenClass& known : zen_classes()) {
        const ZenClasses classes = classes_of(known.chain);
        EXPECT_TRUE(classes.complete) << known.chain;
        EXPECT_EQ(classes.classes.back(), &known);
        std::size_t depth = 0;
        for (const ZenStep& step : known.steps) {
            if (step.kind == ZenStep::Kind::block) {
                EXPECT_EQ(known.steps[step.end].kind, ZenStep::Kind::end) << known.chain;
                ++depth;
            }
            if (step.kind == ZenStep::Kind::end) --depth;
            EXPECT_TRUE(step.kind != ZenStep::Kind::entry || step.type != ZenType::raw || step.size > 0) << step.name;
        }
        EXPECT_EQ(depth, 0u) << known.chain;
    }
    EXPECT_FALSE(classes_of("xCUnknown:zCVob").complete);
    EXPECT_EQ(classes_of("xCUnknown:zCVob").classes.size(), 1u);
    EXPECT_EQ(classes_of("oCTouchDamage:zCTouchDamage:zCVob").classes.size(), 2u); // its fields instead of the base's
}

// ---- real files

// The items of a golden object against ours, from `item` on; returns the item behind it.
std::size_t expect_items(const ZenArchive& archive, const Json& items, std::size_t item) {
    for (const Json& expected : items.items()) {
        const ZenItem& found = archive.items.at(item++);
        if (const Json* key = expected.find("key")) {
            EXPECT_EQ(found.kind, ZenItem::Kind::entry);
            EXPECT_EQ(archive.name(found), key->string());
            EXPECT_EQ(name_of(found.type), expected["type"].string());
            const Json& value = expected["value"];
            if (found.type == ZenType::string)
                EXPECT_EQ(latin1_to_utf8(archive.text(found.value)), value.string());
            else if (const auto real = real_of(archive, found))
                EXPECT_EQ(*real, static_cast<float>(value.number()));
            else if (const auto raw = raw_of(archive, found))
                EXPECT_EQ(to_json(RawBytes{*raw}), value);
            else if (const auto color = color_of(archive, found))
                EXPECT_EQ(JsonDumper::dump(*color), value);
            else if (const auto reals = reals_of(archive, found))
                for (std::size_t i = 0; i < value.size(); ++i)
                    EXPECT_EQ(reals->at(i), static_cast<float>(value.items()[i].number()));
            else
                EXPECT_EQ(integer_of(archive, found), value.integer(-99)) << key->string();
            continue;
        }
        EXPECT_EQ(found.kind, ZenItem::Kind::open);
        const ZenObject& object = archive.objects.at(found.number);
        EXPECT_EQ(archive.name(object), expected["name"].string());
        EXPECT_EQ(latin1_to_utf8(archive.class_chain(object)), expected["class"].string());
        EXPECT_EQ(object.version, expected["version"].integer());
        EXPECT_EQ(object.index, expected["index"].integer());
        item = expect_items(archive, expected["items"], item);
        EXPECT_EQ(archive.items.at(item++).kind, ZenItem::Kind::close);
    }
    return item;
}

TEST(Zen, RealArchivesHoldWhatTheyShould) {
    for (const std::string_view name : {"ascii.zen", "G1-oCMobDoor.zen", "G2-zCVob.zen", "G2-zCCSCamera.zen"}) {
        SCOPED_TRACE(name);
        const auto bytes = shared_file("samples/zengin/" + std::string(name));
        const auto expected = golden("zengin-" + std::string(name) + ".json");
        OSSUARY_NEED(bytes && expected);
        const auto archive = parse_zen(*bytes);
        ASSERT_TRUE(archive) << archive.error().text();
        EXPECT_EQ(expect_items(*archive, (*expected)["objects"], 0), archive->items.size());
        EXPECT_EQ(archive->is_save_game(), (*expected)["header"]["save"].integer() != 0);
        EXPECT_EQ(archive->user(), (*expected)["header"]["user"].string());
        if (const Json* keys = (*expected)["header"].find("hash_entries")) {
            EXPECT_EQ(archive->key_table.size(), keys->unsigned_integer());
            EXPECT_EQ(archive->object_count, (*expected)["header"]["objects"].unsigned_integer());
            for (const ZenKey& key : archive->key_table)
                ASSERT_EQ(key.bucket, key_bucket(archive->text(archive->names[key.number])));
            const Json& first = (*expected)["header"]["hash_keys_first5_physical"];
            for (std::size_t i = 0; i < first.size(); ++i) {
                const ZenKey& key = archive->key_table[i];
                EXPECT_EQ(key.number, first.items()[i].items()[0].integer());
                EXPECT_EQ(archive->text(archive->names[key.number]), first.items()[i].items()[2].string());
            }
            const auto table = (*expected)["header"]["hash_off"].unsigned_integer();
            EXPECT_EQ(crc_text(crc32(Bytes(write_zen(*archive)).subspan(table))),
                      (*expected)["header"]["hash_table_crc32"].string());
        }
        EXPECT_TRUE(survives(zen, *bytes));
    }
}

TEST(Zen, RealMaterialListIsReadByItsClass) {
    const auto bytes = shared_file("samples/zengin/binary.zen");
    const auto expected = golden("zengin-binary.zen.json");
    OSSUARY_NEED(bytes && expected);
    Diagnostics diagnostics;
    const auto archive = parse_zen(*bytes, &diagnostics);
    ASSERT_TRUE(archive) << archive.error().text();
    EXPECT_TRUE(diagnostics.empty()) << diagnostics[0].text();
    ASSERT_EQ(archive->objects.size(), (*expected)["materials"].size());
    for (std::size_t i = 0; i < archive->objects.size(); ++i) {
        const Json& material = (*expected)["materials"].items()[i];
        const ZenObject& object = archive->objects[i];
        EXPECT_EQ(object.version, material["version"].integer());
        EXPECT_EQ(object.index, material["index"].integer());
        const ZenItem& list_name = archive->items[object.open - 1];
        EXPECT_EQ(archive->text(list_name.value), material["list_name"].string());
        for (std::uint32_t item = object.open + 1; item < object.close; ++item) {
            const ZenItem& entry = archive->items[item];
            if (archive->name(entry) == "texture") {
                EXPECT_EQ(archive->text(entry.value), material["texture"].string());
            } else if (archive->name(entry) == "color") {
                EXPECT_EQ(JsonDumper::dump(*color_of(*archive, entry)), material["color"]);
            } else if (archive->name(entry) == "defaultMapping") {
                EXPECT_EQ(reals_of(*archive, entry), (std::vector<float>{2.34375f, 2.34375f}));
            }
        }
    }
    EXPECT_TRUE(survives(zen, *bytes));
    expect_zen_truncations_are_handled(*bytes);
    expect_zen_flips_are_handled(*bytes, 1000);
}

TEST(Zen, RealMaterialListWithItsCountIsKept) {
    const auto bytes = shared_file("samples/zengin/G2/DEMON_DIE_BODY.MAT");
    OSSUARY_NEED(bytes);
    const auto archive = parse_zen(*bytes);
    ASSERT_TRUE(archive) << archive.error().text();
    ASSERT_EQ(archive->objects.size(), 1u);
    EXPECT_EQ(archive->class_chain(archive->objects[0]), "zCMaterial");
    EXPECT_EQ(integer_of(*archive, archive->items[0]), 1);
    EXPECT_TRUE(find_entry(*archive, "alphaFunc")); // Gothic 2
    EXPECT_TRUE(survives(zen, *bytes));
}

TEST(Zen, BadFilesAreRefusedWithTheirErrors) {
    const auto expected = golden("zengin-bad-input.json");
    OSSUARY_NEED(expected);
    std::size_t seen = 0;
    for (const Json::Member& member : expected->members()) {
        if (!member.name.starts_with("bad-zen-")) continue;
        const auto bytes = shared_file("samples/zengin/bad/" + member.name);
        OSSUARY_NEED(bytes);
        expect_zen_error(*bytes, member.value["error"].string());
        ++seen;
    }
    EXPECT_EQ(seen, 4u);
}

} // namespace
} // namespace ossuary::zengin
