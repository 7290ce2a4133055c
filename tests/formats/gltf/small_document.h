// glTF documents put together by hand, for what our writer never writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/bytes.h"
#include "ossuary/base/json.h"
#include "ossuary/formats/gltf/gltf.h"

namespace ossuary::testing {

// Collects bytes as buffer views and accessors, and JSON for the rest.
class SmallDocument {
public:
    SmallDocument() {
        json.set("asset", Json::object()).set("version", "2.0");
        json.set("scenes", *parse_json("[{}]"));
    }

    template <class T> std::size_t view(const std::vector<T>& values, std::size_t stride = 0) {
        while (bytes.size() % 4 != 0) bytes.push_back({});
        Json entry = Json::object();
        entry.set("buffer", 0);
        entry.set("byteOffset", bytes.size());
        entry.set("byteLength", values.size() * sizeof(T));
        if (stride > 0) entry.set("byteStride", stride);
        const Bytes raw = std::as_bytes(std::span(values));
        bytes.insert(bytes.end(), raw.begin(), raw.end());
        return add("bufferViews", entry);
    }

    std::size_t accessor(std::size_t view_index, int component, std::size_t count, const char* type) {
        Json entry = Json::object();
        entry.set("bufferView", view_index);
        entry.set("componentType", component);
        entry.set("count", count);
        entry.set("type", type);
        return add("accessors", entry);
    }
    std::size_t floats(const std::vector<float>& values, const char* type, std::size_t width) {
        return accessor(view(values), 5126, values.size() / width, type);
    }

    std::size_t add(const char* list, const Json& entry) {
        Json copy = json[list];
        copy.push(entry);
        json.set(list, copy);
        return copy.size() - 1;
    }
    std::size_t push(const char* list, std::string_view text) { return add(list, parse_json(text).value()); }
    // Changes one entry of a list.
    void set(const char* list, std::size_t index, const char* name, const Json& value) {
        Json::Array entries = json[list].items();
        entries[index].set(name, value);
        json.set(list, entries);
    }
    // A mesh of one triangle on a node of its own, in the scene.
    void triangle() {
        const std::size_t positions = floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
        push("meshes", R"({"primitives": [{"attributes": {"POSITION": )" + std::to_string(positions) + "}}]}");
        const std::size_t node = push("nodes", R"({"mesh": 0})");
        json.set("scenes", *parse_json(R"([{"nodes": [)" + std::to_string(node) + "]}]"));
    }

    ByteBuffer glb() {
        if (!bytes.empty())
            json.set("buffers", *parse_json(R"([{"byteLength": )" + std::to_string(bytes.size()) + "}]"));
        return wrap(print_json(json));
    }
    ByteBuffer wrap(std::string text) const {
        text.resize((text.size() + 3) / 4 * 4, ' ');
        ByteWriter writer;
        const std::size_t padded = (bytes.size() + 3) / 4 * 4;
        writer.write(std::uint32_t{0x46546C67});
        writer.write(std::uint32_t{2});
        writer.write(static_cast<std::uint32_t>(12 + 8 + text.size() + 8 + padded));
        writer.write(static_cast<std::uint32_t>(text.size()));
        writer.write(std::uint32_t{0x4E4F534A});
        writer.text(text);
        writer.write(static_cast<std::uint32_t>(padded));
        writer.write(std::uint32_t{0x004E4942});
        writer.bytes(bytes);
        writer.align(4);
        return std::move(writer).take();
    }

    Json json = Json::object();
    ByteBuffer bytes;
};

} // namespace ossuary::testing
