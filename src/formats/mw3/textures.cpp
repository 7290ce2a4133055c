#include "ossuary/formats/mw3/textures.h"

#include <array>

#include "formats/mw3/checker.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary::mw3 {

namespace {

struct PackageHeader {
    std::uint32_t reserved_0 = 0;
    std::uint32_t has_entries = 1;
    std::int32_t palette_count = 0;
    std::uint32_t image_count = 0;
    std::uint32_t reserved_16 = 0;
    std::uint32_t reserved_20 = 0;
};
template <class Io> void describe(Io& io, PackageHeader& header) {
    io("reserved_0", header.reserved_0);
    io("has_entries", header.has_entries);
    io("palette_count", header.palette_count);
    io("image_count", header.image_count);
    io("reserved_16", header.reserved_16);
    io("reserved_20", header.reserved_20);
}

struct ImageEntry { // of the directory
    PackedImage& image;
    std::uint32_t offset = 0;
};
template <class Io> void describe(Io& io, ImageEntry& entry) {
    io("name", entry.image.name);
    io("offset", entry.offset);
    io("palette_index", entry.image.palette_index);
}

struct ImageHeader {
    PackedImage& image;
};
template <class Io> void describe(Io& io, ImageHeader& header) {
    PackedImage& image = header.image;
    io("flags", image.flags);
    io("width", image.width);
    io("height", image.height);
    io("reserved_8", image.reserved_8);
    io("palette_count", image.palette_count);
    io("stretch", image.stretch);
}

constexpr std::size_t directory_entry_size = 40, global_palette_size = 512, image_header_size = 16;

class PackageReader {
public:
    PackageReader(Bytes bytes, Diagnostics* diagnostics) : io_(bytes), check_(diagnostics) {}

    Result<TexturePackage> read() {
        PackageHeader header;
        if (!need("", 8)) return check_.failure();
        check_.enter(header, Game::mechwarrior3, 0);
        const Bytes start = io_.take("", 8);
        if (load<std::uint32_t>(start.data(), Endian::little) != 0 ||
            load<std::uint32_t>(start.data() + 4, Endian::little) != 1)
            check_.error("bad-signature", "reserved_0", "a texture package begins with 0 and 1");
        io_.seek("", 0);
        if (!check_.ok() || !need("", 24)) return check_.failure();
        describe(io_, header);
        if (header.palette_count < 0) check_.error("bad-count", "palette_count", "below 0");
        if (header.image_count == 0) check_.error("bad-count", "image_count", "a package has at least one image");
        check_.zero("reserved_16", header.reserved_16);
        check_.zero("reserved_20", header.reserved_20);
        if (!check_.ok() || !need("images", std::uint64_t{header.image_count} * directory_entry_size))
            return check_.failure();
        TexturePackage package{header.reserved_16, header.reserved_20, {}, {}};
        package.images.resize(header.image_count);
        std::vector<std::uint32_t> offsets(header.image_count);
        for (std::size_t i = 0; i < package.images.size(); ++i) {
            const Checker::Scope scope(check_, "images", static_cast<std::int64_t>(i));
            ImageEntry entry{package.images[i]};
            check_.enter(entry, Game::mechwarrior3, io_.offset());
            describe(io_, entry);
            check_.text("name", entry.image.name);
            if (entry.image.palette_index < -1 || entry.image.palette_index >= header.palette_count)
                check_.error("bad-index", "palette_index",
                             std::to_string(entry.image.palette_index) + " of " + std::to_string(header.palette_count) +
                                 " palettes");
            if (!check_.ok()) return check_.failure();
            offsets[i] = entry.offset;
        }
        const auto palettes = static_cast<std::uint64_t>(header.palette_count);
        if (!need("palettes", palettes * global_palette_size)) return check_.failure();
        io_.list("palettes", package.palettes, palettes, global_palette_size);
        for (std::size_t i = 0; i < package.images.size(); ++i) {
            const Checker::Scope scope(check_, "images", static_cast<std::int64_t>(i));
            if (offsets[i] != io_.offset())
                check_.error_at(24 + i * directory_entry_size + 32, "bad-offset", "offset",
                                std::to_string(offsets[i]) + ", the image lies at " + std::to_string(io_.offset()));
            if (!check_.ok() || !read_image(package.images[i])) return check_.failure();
        }
        if (io_.remaining() > 0)
            check_.error_at(io_.offset(), "trailing-bytes", "images",
                            std::to_string(io_.remaining()) + " bytes behind the last image");
        if (!check_.ok()) return check_.failure();
        return package;
    }

private:
    bool need(std::string_view field, std::uint64_t size) {
        if (size <= io_.remaining()) return true;
        check_.error_at(io_.offset(), "truncated", field,
                        "needs " + std::to_string(size) + " bytes, only " + std::to_string(io_.remaining()) +
                            " are left");
        return false;
    }

    bool read_image(PackedImage& image) {
        using namespace image_flags;
        if (!need("", image_header_size)) return false;
        ImageHeader header{image};
        check_.enter(header, Game::mechwarrior3, io_.offset());
        describe(io_, header);
        check_.flags("flags", image.flags, 0xFF);
        const bool has = image.flags & has_alpha, has_not = image.flags & no_alpha, full = image.flags & full_alpha;
        if (!(image.flags & two_bytes)) check_.error("bad-flags", "flags", "bit 0 is always set");
        if (has == has_not) check_.error("bad-flags", "flags", "expected exactly one of bits 1 and 2");
        if (full && !has) check_.error("bad-flags", "flags", "full alpha without alpha");
        const bool is_global = image.flags & global_palette;
        if (is_global != (image.palette_index != -1))
            check_.error("bad-flags", "flags", "bit 4 and the index of the palette disagree");
        if (image.palette_count > 256 || (is_global && image.palette_count == 0))
            check_.error("bad-count", "palette_count", std::to_string(image.palette_count) + " colours");
        if (image.stretch == 4 || image.stretch == 7 || image.stretch == 8)
            check_.deviation("out-of-range", "stretch", "expected 0 to 3; Crimson Skies has 4, 7 and 8");
        else if (image.stretch > 3)
            check_.error("bad-enum", "stretch", std::to_string(image.stretch) + " is none of its values");
        check_.zero("reserved_8", image.reserved_8);
        if (!check_.ok()) return false;
        const std::uint64_t area = std::uint64_t{image.width} * image.height;
        const bool is_paletted = image.palette_count != 0;
        const std::size_t start = io_.offset();
        if (!take("pixels", is_paletted ? area : 2 * area, image.pixels)) return false;
        if (full && !take("alpha", area, image.alpha)) return false;
        if (is_paletted && !is_global && !take("palette", 2 * std::uint64_t{image.palette_count}, image.palette))
            return false;
        if (!is_paletted || !check_.wants_deviations()) return true;
        for (std::size_t i = 0; i < image.pixels.size(); ++i) {
            if (std::to_integer<std::uint32_t>(image.pixels[i]) < image.palette_count) continue;
            check_.deviation_at(start + i, "bad-index", "pixels", "a pixel beyond the palette");
            break;
        }
        return true;
    }
    bool take(std::string_view field, std::uint64_t size, ByteBuffer& to) {
        if (!need(field, size)) return false;
        const Bytes taken = io_.take(field, static_cast<std::size_t>(size));
        to.assign(taken.begin(), taken.end());
        return true;
    }

    ByteReader io_;
    Checker check_;
};

// Bytes as hexadecimal digits, or null where there are none.
struct HexBytes {
    ByteBuffer* bytes = nullptr;
};
Json to_json(const HexBytes& hex) { return hex.bytes->empty() ? Json() : Json(to_hex(*hex.bytes)); }
bool from_json(const Json& json, HexBytes& hex) {
    hex.bytes->clear();
    if (json.is_null()) return true;
    hex.bytes->resize(json.string().size() / 2);
    return json.is_string() && from_hex(json.string(), *hex.bytes);
}

// To 8 bits, halves up: round(v * 255 / 31) and round(v * 255 / 63), without a division.
constexpr std::uint32_t wide5(std::uint32_t v) { return (v * 527 + 23) >> 6; }
constexpr std::uint32_t wide6(std::uint32_t v) { return (v * 259 + 33) >> 6; }
constexpr bool widens_exactly() {
    for (std::uint32_t v = 0; v < 64; ++v)
        if (wide6(v) != (v * 510 + 63) / 126 || (v < 32 && wide5(v) != (v * 510 + 31) / 62)) return false;
    return true;
}
static_assert(widens_exactly());

std::uint32_t rgba_of(std::uint16_t color) {
    return wide5(color >> 11) | wide6((color >> 5) & 63) << 8 | wide5(color & 31) << 16 | 0xFF000000;
}

} // namespace

template <class Io> void describe(Io& io, PackedImage& image) {
    io("name", image.name);
    io("palette_index", image.palette_index);
    ImageHeader header{image};
    describe(io, header);
    HexBytes pixels{&image.pixels}, alpha{&image.alpha}, palette{&image.palette};
    io("pixels", pixels);
    io("alpha", alpha);
    io("palette", palette);
}

const PackedImage* TexturePackage::find(std::string_view name) const {
    for (const PackedImage& image : images)
        if (image.name.text() == name) return &image;
    for (const PackedImage& image : images)
        if (equal_ignoring_case(image.name.text(), name)) return &image;
    return nullptr;
}

bool recognise_textures(Bytes bytes) {
    if (bytes.size() < 24 + directory_entry_size) return false;
    const auto word = [&](std::size_t at) { return load<std::uint32_t>(bytes.data() + at, Endian::little); };
    if (word(0) != 0 || word(4) != 1 || word(8) > 0x7FFFFFFF || word(12) == 0) return false;
    const std::uint64_t images = std::uint64_t{24} + std::uint64_t{word(12)} * directory_entry_size;
    return images + std::uint64_t{word(8)} * global_palette_size == word(24 + 32);
}

Result<TexturePackage> parse_textures(Bytes bytes, Diagnostics* diagnostics) {
    return PackageReader(bytes, diagnostics).read();
}

ByteBuffer write_textures(const TexturePackage& package) {
    ByteWriter io;
    PackageHeader header{.palette_count = static_cast<std::int32_t>(package.palettes.size()),
                         .image_count = static_cast<std::uint32_t>(package.images.size()),
                         .reserved_16 = package.reserved_16,
                         .reserved_20 = package.reserved_20};
    describe(io, header);
    std::size_t at = 24 + directory_entry_size * package.images.size() + global_palette_size * package.palettes.size();
    for (const PackedImage& image : package.images) {
        ImageEntry entry{const_cast<PackedImage&>(image), static_cast<std::uint32_t>(at)};
        describe(io, entry);
        at += image_header_size + image.pixels.size() + image.alpha.size() + image.palette.size();
    }
    for (const Raw<512>& palette : package.palettes) io.bytes(palette.bytes);
    for (const PackedImage& image : package.images) {
        ImageHeader image_header{const_cast<PackedImage&>(image)};
        describe(io, image_header);
        io.bytes(image.pixels);
        io.bytes(image.alpha);
        io.bytes(image.palette);
    }
    return std::move(io).take();
}

Json dump_textures(const TexturePackage& package) {
    Json json = Json::object();
    json.set("reserved_16", package.reserved_16);
    json.set("reserved_20", package.reserved_20);
    json.set("palettes", JsonDumper::dump(package.palettes));
    Json images = Json::array();
    for (const PackedImage& image : package.images) {
        Json one = JsonDumper::dump(image);
        one.set("rgba", to_hex(to_image(image, package).bytes));
        images.push(std::move(one));
    }
    json.set("images", std::move(images));
    return json;
}

Result<TexturePackage> build_textures(const Json& json) {
    TexturePackage package;
    const Json* images = json.find("images");
    const Json* palettes = json.find("palettes");
    if (!images || !images->is_array()) return fail({.field = "images"}, "expected a list");
    for (const Json& image : images->items()) {
        Json rest = image;
        rest.erase("rgba"); // for information
        auto built = JsonBuilder::build<PackedImage>(rest);
        if (!built) {
            built.error().place().field =
                "images[" + std::to_string(package.images.size()) + "]." + built.error().place().field;
            return Failure(built.error());
        }
        package.images.push_back(std::move(*built));
    }
    if (palettes)
        for (const Json& palette : palettes->items())
            if (!from_json(palette, package.palettes.emplace_back()))
                return fail({.field = "palettes"}, "expected 512 bytes in hexadecimal digits");
    package.reserved_16 = static_cast<std::uint32_t>(json["reserved_16"].unsigned_integer());
    package.reserved_20 = static_cast<std::uint32_t>(json["reserved_20"].unsigned_integer());
    for (const Json::Member& member : json.members())
        if (member.name != "reserved_16" && member.name != "reserved_20" && member.name != "palettes" &&
            member.name != "images")
            return fail({.field = member.name}, "no such field");
    for (std::size_t i = 0; i < package.images.size(); ++i) {
        const PackedImage& image = package.images[i];
        const std::size_t area = std::size_t{image.width} * image.height;
        const bool is_paletted = image.palette_count != 0, is_global = image.flags & image_flags::global_palette;
        if (image.pixels.size() != area * (is_paletted ? 1 : 2) ||
            image.alpha.size() != (image.flags & image_flags::full_alpha ? area : 0) ||
            image.palette.size() != (is_global ? 0 : 2 * std::size_t{image.palette_count}))
            return fail({.field = "images[" + std::to_string(i) + "].pixels"},
                        "bad-count: pixels, alpha and palette do not fit the size of the image");
    }
    // What could not be read again is not built.
    if (auto again = parse_textures(write_textures(package)); !again) {
        again.error().place().offset.reset();
        return Failure(again.error());
    }
    return package;
}

Image to_image(const PackedImage& packed, const TexturePackage& package) {
    Image image;
    image.name = packed.name.text();
    image.width = packed.width;
    image.height = packed.height;
    const std::size_t area = std::size_t{packed.width} * packed.height;
    image.bytes.resize(4 * area);
    Bytes palette = packed.palette;
    if (packed.palette_index >= 0 && static_cast<std::size_t>(packed.palette_index) < package.palettes.size())
        palette = package.palettes[static_cast<std::size_t>(packed.palette_index)].bytes;
    const std::size_t colors = std::min<std::size_t>(packed.palette_count, palette.size() / 2);
    std::byte* const to = image.bytes.data();
    if (packed.palette_count == 0) {
        const std::size_t count = std::min(area, packed.pixels.size() / 2);
        const std::byte* const from = packed.pixels.data();
        // Black is clear where alpha is simple.
        const std::uint32_t black = alpha_of(packed) == AlphaMode::mask ? 0 : 0xFF000000;
        for (std::size_t i = 0; i < count; ++i) {
            const auto color = load<std::uint16_t>(from + 2 * i, Endian::little);
            store(to + 4 * i, color == 0 ? black : rgba_of(color), Endian::little);
        }
    } else {
        std::array<std::uint32_t, 256> table;
        table.fill(0xFF000000);
        for (std::size_t i = 0; i < std::min<std::size_t>(colors, table.size()); ++i)
            table[i] = rgba_of(load<std::uint16_t>(palette.data() + 2 * i, Endian::little));
        const std::size_t count = std::min(area, packed.pixels.size());
        for (std::size_t i = 0; i < count; ++i)
            store(to + 4 * i, table[std::to_integer<std::size_t>(packed.pixels[i])], Endian::little);
    }
    for (std::size_t i = 0; i < std::min(area, packed.alpha.size()); ++i) to[4 * i + 3] = packed.alpha[i];
    return image;
}

AlphaMode alpha_of(const PackedImage& image) {
    if (image.flags & image_flags::full_alpha) return AlphaMode::blend;
    return image.flags & image_flags::has_alpha && image.palette_count == 0 ? AlphaMode::mask : AlphaMode::opaque;
}

} // namespace ossuary::mw3
