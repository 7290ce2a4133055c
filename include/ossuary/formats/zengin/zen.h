// ZEN archives: objects with named entries, as the games keep worlds, saved games, material libraries and dialogues.
//
// One archive, three encodings:
//   ASCII      a line per entry: `key=type:value`, `[name class version index]` opens an object, `[]` closes it
//   BIN_SAFE   the same with tags and lengths; the names of entries are numbers of a table at the end of the file
//   BINARY     values alone, in the order of the class; objects begin with their size (zen_class.h has the classes)
//
// An archive in memory is a flat list of items in file order. Values stay where they are in the file: an archive refers
// to the bytes it was parsed from, which must outlive it. What is added lies in a buffer of its own. Nothing is thrown
// away, so that writing gives the same bytes; entries nobody knows are items like all others.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ossuary/formats/zengin/chunk.h"
#include "ossuary/formats/zengin/game.h"

namespace ossuary::zengin {

enum class ZenEncoding : std::uint8_t { ascii, binary, bin_safe };
std::string_view name_of(ZenEncoding encoding); // `ASCII`, `BINARY`, `BIN_SAFE`
bool parse_name(std::string_view name, ZenEncoding& encoding);

// The numbers are BIN_SAFE's tags. ASCII has no byte and no word: it writes them as `int`.
enum class ZenType : std::uint8_t {
    string = 0x01,      // BIN_SAFE: u16 length, bytes; BINARY: bytes, 0x00
    integer = 0x02,     // i32
    real = 0x03,        // f32
    byte = 0x04,        // u8
    word = 0x05,        // u16
    boolean = 0x06,     // BIN_SAFE u32, BINARY u8; any other than 0 is true, some are -1
    vec3 = 0x07,        // 3 × f32
    color = 0x08,       // B G R A; as text R G B A
    raw = 0x09,         // BIN_SAFE: u16 length, bytes; BINARY: as many as the class says; text: hexadecimal
    raw_float = 0x10,   // the same with floats
    enumeration = 0x11, // BIN_SAFE u32, BINARY u8
};
std::string_view name_of(ZenType type); // `string`, `int`, `float` …, as ASCII has them; `byte`, `word`
bool parse_name(std::string_view name, ZenType& type);

// A run of bytes of an archive.
struct ZenText {
    std::uint32_t offset = 0, size = 0;
};

struct ZenItem {
    enum class Kind : std::uint8_t {
        entry,
        open,  // an object
        close, // the object opened last
        bytes, // content without description: the mesh of a world, an unknown class in a BINARY archive
    };
    ZenText value;            // entry: as its encoding has it, without length or terminator; bytes: they
    std::uint32_t number = 0; // entry: its name's in `names`; open and close: the object's in `objects`
    ZenType type{};           // of an entry
    Kind kind = Kind::entry;
};

struct ZenObject {
    ZenText name;        // its role in the object around it; `%` for none
    ZenText class_chain; // the class, the one it derives from, and so on: `oCItem:zCVob`
    ZenText head;        // all four as the text between the brackets; empty: to be made of them
    std::uint16_t version = 0;
    std::uint32_t index = 0; // what references name it by
    std::uint32_t open = 0, close = 0;
};

// A line of an ASCII archive that is not indented by its depth or does not end with 0x0A.
struct ZenSpacing {
    std::uint32_t item = 0;
    ZenText before; // empty lines and blanks
    ZenText end;
};

// A name as the table of a BIN_SAFE archive has it, in the table's order.
struct ZenKey {
    std::uint32_t number = 0; // in `names`
    std::uint32_t bucket = 0;
};

inline constexpr std::string_view no_class = "%", reference_class = "\xA7"; // of a null pointer, of a reference
inline constexpr std::uint32_t no_object = 0xFFFFFFFF;

struct ZenArchive {
    ArchiveHeader header;
    std::string header_text; // everything in front of the items, where that is not what `header` gives
    ZenEncoding encoding = ZenEncoding::ascii;
    std::uint32_t bin_safe_version = 2;
    std::uint32_t object_count = 0; // as a BIN_SAFE archive states it
    std::vector<ZenKey> key_table;  // BIN_SAFE; may hold names that no entry has
    std::vector<ZenText> names;     // of entries; in a BIN_SAFE archive by their number there
    std::vector<ZenItem> items;
    std::vector<ZenObject> objects; // in the order they open
    std::vector<ZenSpacing> spacings;
    ZenText trailing; // behind the last item: blanks of ASCII, bytes behind the table of BIN_SAFE
    Bytes source;     // offsets count from its beginning …
    ByteBuffer added; // … and on behind its end through these

    Bytes bytes(ZenText run) const {
        return run.offset < source.size() ? source.subspan(run.offset, run.size)
                                          : Bytes(added).subspan(run.offset - source.size(), run.size);
    }
    std::string_view text(ZenText run) const { return as_text(bytes(run)); }
    std::string_view name(const ZenItem& entry) const { return text(names[entry.number]); }
    std::string_view name(const ZenObject& object) const { return text(object.name); }
    std::string_view class_chain(const ZenObject& object) const { return text(object.class_chain); }
    ZenText add(Bytes bytes); // to `added`

    bool is_null(const ZenObject& object) const;      // has no class: a null pointer, or a group
    bool is_reference(const ZenObject& object) const; // stands for the object of that index
    bool is_save_game() const;
    std::string_view user() const;
    std::size_t count_objects() const; // those with a class
};

struct ZenLimits {
    std::size_t depth = 512;
    std::size_t objects = 10'000'000;
};
struct ZenOptions {
    ZenLimits limits;
    std::optional<Game> game; // whose classes a BINARY archive has; without it the archive tells (zen_class.h)
};

// Errors begin with `zen: ` and the words of the format's description: `zen: undefined key 9`.
Result<ZenArchive> parse_zen(Bytes bytes, const ZenOptions& options, Diagnostics* diagnostics = nullptr);
Result<ZenArchive> parse_zen(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_zen(const ZenArchive& archive);
// Items as a flat list, so that no depth is too much for it.
Json dump_zen(const ZenArchive& archive);
Result<ZenArchive> build_zen(const Json& json);

bool recognise_zen(Bytes bytes);

// The number a name has in the table of a BIN_SAFE archive beside its own.
std::uint32_t key_bucket(std::string_view name);

// ---- values

// What an entry says, whatever the encoding; nothing if it does not say such a thing. Words, bytes, flags and
// enumerations are integers; colours are R G B A.
std::optional<std::int64_t> integer_of(const ZenArchive& archive, const ZenItem& entry);
std::optional<float> real_of(const ZenArchive& archive, const ZenItem& entry);
std::optional<std::array<std::uint8_t, 4>> color_of(const ZenArchive& archive, const ZenItem& entry);
std::optional<std::vector<float>> reals_of(const ZenArchive& archive, const ZenItem& entry); // vec3 and raw_float
std::optional<ByteBuffer> raw_of(const ZenArchive& archive, const ZenItem& entry);

// The way back: the bytes that such a value has in an encoding.
ByteBuffer encode_integer(ZenEncoding encoding, ZenType type, std::int64_t value);
ByteBuffer encode_reals(ZenEncoding encoding, ZenType type, std::span<const float> values); // real too
ByteBuffer encode_color(ZenEncoding encoding, std::array<std::uint8_t, 4> rgba);
ByteBuffer encode_raw(ZenEncoding encoding, Bytes bytes);

// ---- entries of one object by name, and the objects that references stand for

// Looks forward from the entry found last and then once from the beginning: names may occur several times, and files
// have entries that nobody asks for. What is absent gives the value passed; so does what has another type, which is
// reported as an error: `zen: entry "range": expected float, found int`.
class ZenFields {
public:
    ZenFields(const ZenArchive& archive, std::uint32_t object, Diagnostics* diagnostics = nullptr)
        : archive_(archive), object_(archive.objects[object]), next_(object_.open + 1), diagnostics_(diagnostics) {}

    const ZenItem* find(std::string_view name);
    // The number of the object within this one; no_object if there is none.
    std::uint32_t find_object(std::string_view name);

    std::int64_t integer(std::string_view name, std::int64_t otherwise = 0);
    bool boolean(std::string_view name, bool otherwise = false) { return integer(name, otherwise) != 0; }
    float real(std::string_view name, float otherwise = 0);
    ZenText text(std::string_view name);
    Vec3 vec3(std::string_view name);
    std::array<std::uint8_t, 4> color(std::string_view name); // R G B A
    // At least so many numbers or bytes, or zeros.
    std::vector<float> reals(std::string_view name, std::size_t count);
    ByteBuffer raw(std::string_view name, std::size_t count);

private:
    template <class Match> const ZenItem* search(Match match);
    template <class T>
    T value_of(std::string_view name, std::string_view type, const ZenItem* entry, std::optional<T> value, T otherwise);

    const ZenArchive& archive_;
    const ZenObject& object_;
    std::uint32_t next_;
    Diagnostics* diagnostics_;
};

// What a value means as JSON: a number, a text, a list; bytes as hexadecimal digits.
Json value_json(const ZenArchive& archive, const ZenItem& entry);

// Objects by the index that references name.
class ZenReferences {
public:
    explicit ZenReferences(const ZenArchive& archive);
    // The object itself, or what it stands for; no_object if it is null or stands for nothing.
    std::uint32_t resolve(std::uint32_t object) const;

private:
    const ZenArchive& archive_;
    std::unordered_map<std::uint32_t, std::uint32_t> by_index_;
};

} // namespace ossuary::zengin
