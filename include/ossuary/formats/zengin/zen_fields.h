// Reading the entries of one object by name, and finding the objects that references stand for.
#pragma once

#include <unordered_map>

#include "ossuary/formats/zengin/zen.h"

namespace ossuary::zengin {

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
