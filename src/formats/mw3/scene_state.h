// Lights, fog, cameras, tint and opacity as functions of time. Private to the room.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "formats/mw3/node_motion.h"
#include "ossuary/formats/mw3/scene_values.h"

namespace ossuary::mw3 {

class SceneState {
public:
    // Events that are none of these do nothing.
    void carry_out(const Event& event, const Definition& definition, const BoundNodes& bound, Ticks time);

    LightValues light_at(const Definition& definition, std::size_t index, Ticks time) const;
    // The lights and joints that something was set of, in the order of definitions.
    std::vector<std::pair<const Definition*, std::size_t>> lights(const AnimFile& file) const;
    std::vector<std::size_t> opacities() const;
    const FogValues& fog() const { return fog_; }
    CameraValues camera_at(std::string_view name, Ticks time) const;
    Tint tint_at(Ticks time) const;
    // 0 to 1; nothing if the node is drawn as it is.
    std::optional<double> opacity_at(std::int32_t joint, Ticks time) const;

private:
    // From a value to another in a time, and it stays there.
    struct Ramp {
        Ticks start{};
        double length = 0, from = 0, to = 0;
        double at(Ticks time) const;
    };
    struct Light {
        LightValues values;
        struct Change { // totals, added over a time
            Ticks start{};
            double length = 0, near = 0, far = 0;
            Vec3d color;
        };
        std::vector<Change> changes;
        LightValues at(Ticks time) const;
    };
    struct Opacity {
        Ramp value{.from = 1, .to = 1};
        bool is_on = false;
        Ticks switches{}; // to `then` at this time
        bool then = false;
    };
    using Camera = std::array<std::optional<Ramp>, 7>;

    void carry_out(const event::LightState& e, const Definition& definition, const BoundNodes& bound, Ticks time);
    void carry_out(const event::LightAnimation& e, const Definition& definition, const BoundNodes& bound, Ticks time);
    void carry_out(const event::FogState& e, const Definition& definition, const BoundNodes& bound, Ticks time);
    void carry_out(const event::CameraState& e, const Definition& definition, const BoundNodes& bound, Ticks time);
    void carry_out(const event::CameraFromTo& e, const Definition& definition, const BoundNodes& bound, Ticks time);
    void carry_out(const event::FbfxColorFromTo& e, const Definition& definition, const BoundNodes& bound, Ticks time);
    void carry_out(const event::ObjectOpacityState& e, const Definition& definition, const BoundNodes& bound,
                   Ticks time);
    void carry_out(const event::ObjectOpacityFromTo& e, const Definition& definition, const BoundNodes& bound,
                   Ticks time);

    std::map<std::pair<const Definition*, std::int32_t>, Light> lights_;
    FogValues fog_;
    std::map<std::string, Camera, std::less<>> cameras_; // by the node's name
    std::array<Ramp, 4> tint_;
    std::map<std::int32_t, Opacity> opacities_; // by joint
};

} // namespace ossuary::mw3
