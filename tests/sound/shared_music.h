// A segment of the shared samples with its style and its collection.
#pragma once

#include <optional>
#include <string>

#include "ossuary/formats/audio/dls.h"
#include "ossuary/sound/compose.h"
#include "shared_files.h"

namespace ossuary::sound::testing {

struct SharedMusic {
    audio::SgtFile segment;
    audio::StyFile style;
    audio::DlsFile collection;

    Piece piece() const { return {&segment, {&style}}; }

    static std::optional<SharedMusic> load(const std::string& name) {
        const auto file = [](const std::string& path) {
            return ossuary::testing::shared_file("samples/audio/music/" + path);
        };
        const auto sgt = file(name + ".SGT"), sty = file(name + ".STY"), dls = file("TINY.DLS");
        if (!sgt || !sty || !dls) return {};
        return SharedMusic{audio::parse_sgt(*sgt).value(), audio::parse_sty(*sty).value(),
                           audio::parse_dls(*dls).value()};
    }
};

} // namespace ossuary::sound::testing
