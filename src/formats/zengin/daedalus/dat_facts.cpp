#include <algorithm>
#include <array>

#include "formats/zengin/facts.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/dat.h"

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

} // namespace ossuary::zengin
