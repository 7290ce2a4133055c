#include <algorithm>
#include <array>

#include "formats/zengin/chunks/chunk_layout.h"
#include "formats/zengin/facts.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/dat.h"
#include "ossuary/formats/zengin/dat_object.h"

namespace ossuary::zengin {

namespace {

constexpr std::size_t most_code_read = 64 << 20; // in search of visuals, over all instances

Json counts_by_type(const DatFile& file) {
    std::array<std::size_t, 8> counts{};
    for (const DatSymbol& symbol : file.symbols) ++counts[static_cast<std::size_t>(symbol.type)];
    Json facts = Json::array();
    for (std::size_t type = 0; type < counts.size(); ++type) {
        Json row = Json::object();
        row.set("type", name_of(static_cast<DatType>(type)));
        row.set("symbols", counts[type]);
        if (counts[type] > 0) facts.push(std::move(row));
    }
    return facts;
}

} // namespace

Json facts_of(const DatFile& file) {
    const DatIndex index(file);
    Json facts = Json::object();
    facts.set("version", file.version);
    facts.set("num_symbols", file.symbols.size());
    facts.set("types", counts_by_type(file));
    facts.set("externals", std::ranges::count_if(file.symbols, [](const DatSymbol& symbol) {
                  return symbol.type == DatType::func_type && symbol.has(DatSymbol::is_external);
              }));
    facts.set("code_size", file.code.size());
    Diagnostics unread;
    std::size_t instructions = 0;
    const std::vector<std::uint32_t>& starts = index.starts();
    for (std::size_t i = 0; i < starts.size(); ++i) {
        const auto end = i + 1 < starts.size() ? starts[i + 1] : static_cast<std::uint32_t>(file.code.size());
        instructions += disassemble(file.code, starts[i], end, &unread).size();
    }
    facts.set("instructions", instructions);
    facts.set("unreadable_code", unread.size());

    Json instances = Json::array(), visuals = Json::array();
    std::size_t left = most_code_read;
    for (const std::uint32_t instance : index.instances()) {
        const std::optional<std::uint32_t> of = index.class_of(instance);
        Json entry = Json::object();
        entry.set("name", file.symbols[instance].name);
        entry.set("class", of ? file.symbols[*of].name : std::string());
        instances.push(std::move(entry));
        for (const InstanceVisual& visual : visuals_of(index, instance, &left)) {
            Json use = Json::object();
            use.set("instance", file.symbols[instance].name);
            use.set("use", name_of(visual.use));
            use.set("visual", visual.name);
            visuals.push(std::move(use));
        }
    }
    facts.set("instances", std::move(instances));
    facts.set("visuals", std::move(visuals));
    if (left == 0) facts.set("visuals_cut_short", true);
    return facts;
}

Result<Json> instance_facts(const DatIndex& index, std::string_view name, Diagnostics* diagnostics) {
    const std::vector<DatSymbol>& symbols = index.file().symbols;
    const auto instance = index.find(name);
    if (!instance || symbols[*instance].type != DatType::instance_type || !symbols[*instance].has_code())
        return fail("there is no instance " + to_utf8(name));
    const auto object = construct(index, *instance, nullptr, diagnostics);
    if (!object) return Failure(object.error());
    const auto of_class = index.class_of(*instance);
    const std::string class_name = of_class ? symbols[*of_class].name : std::string();
    Json fields = Json::array();
    for (std::size_t i = 0; i < symbols.size() && of_class; ++i) {
        const DatSymbol& member = symbols[i];
        if (!member.has(DatSymbol::is_member) || member.parent != static_cast<std::int32_t>(*of_class)) continue;
        const std::string field = member.name.substr(member.name.find('.') + 1);
        for (std::size_t element = 0; element < std::max<std::size_t>(member.count, 1); ++element) {
            const std::string full = element == 0 ? field : field + '[' + std::to_string(element) + ']';
            const auto found = object->fields.find(full);
            if (found == object->fields.end()) continue;
            Json row = Json::object();
            row.set("field", full);
            row.set("type", name_of(member.type));
            const auto* number = std::get_if<std::int32_t>(&found->second);
            if (const auto* text = std::get_if<std::string>(&found->second))
                row.set("value", *text);
            else if (const auto* real = std::get_if<float>(&found->second))
                row.set("value", *real);
            else if (member.type == DatType::func_type && number && *number >= 0 &&
                     static_cast<std::size_t>(*number) < symbols.size())
                row.set("value", symbols[static_cast<std::size_t>(*number)].name);
            else
                row.set("value", *number);
            fields.push(std::move(row));
        }
    }
    Json facts = Json::object();
    facts.set("instance", symbols[*instance].name);
    facts.set("class", class_name);
    const std::int32_t parent = symbols[*instance].parent;
    if (parent >= 0 && (!of_class || parent != static_cast<std::int32_t>(*of_class)))
        facts.set("prototype", symbols[static_cast<std::size_t>(parent)].name);
    facts.set("fields", std::move(fields));
    return bytes_as_characters(facts);
}

} // namespace ossuary::zengin
