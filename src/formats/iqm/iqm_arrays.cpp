// Vertex arrays: components of nine formats.
#include <algorithm>
#include <cmath>
#include <limits>

#include "formats/iqm/iqm_layout.h"

namespace ossuary::iqm {

namespace {

constexpr std::string_view format_names[] = {"byte", "ubyte", "short", "ushort", "int",
                                             "uint", "half",  "float", "double"};
constexpr std::size_t format_sizes[] = {1, 1, 2, 2, 4, 4, 2, 4, 8};

double half_value(std::uint16_t half) {
    const int exponent = half >> 10 & 31, fraction = half & 1023;
    const double sign = half & 0x8000 ? -1 : 1;
    if (exponent == 31) return fraction == 0 ? sign * INFINITY : std::numeric_limits<double>::quiet_NaN();
    return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

// The largest value of an integer format; 0 for the others.
double largest(ArrayFormat format) {
    switch (format) {
    case ArrayFormat::i8: return INT8_MAX;
    case ArrayFormat::u8: return UINT8_MAX;
    case ArrayFormat::i16: return INT16_MAX;
    case ArrayFormat::u16: return UINT16_MAX;
    case ArrayFormat::i32: return INT32_MAX;
    case ArrayFormat::u32: return UINT32_MAX;
    default: return 0;
    }
}

} // namespace

std::string_view name_of(ArrayFormat format) { return format_names[static_cast<std::size_t>(format)]; }

bool parse_name(std::string_view name, ArrayFormat& format) {
    const auto* found = std::find(std::begin(format_names), std::end(format_names), name);
    if (found == std::end(format_names)) return false;
    format = static_cast<ArrayFormat>(found - format_names);
    return true;
}

std::size_t component_size(ArrayFormat format) { return format_sizes[static_cast<std::size_t>(format)]; }

double VertexArray::stored(std::size_t vertex, std::size_t component) const {
    const std::byte* const from = data.data() + (vertex * size + component) * component_size(format);
    const auto as = [from]<class T>(T) { return static_cast<double>(load<T>(from, Endian::little)); };
    switch (format) {
    case ArrayFormat::i8: return as(std::int8_t{});
    case ArrayFormat::u8: return as(std::uint8_t{});
    case ArrayFormat::i16: return as(std::int16_t{});
    case ArrayFormat::u16: return as(std::uint16_t{});
    case ArrayFormat::i32: return as(std::int32_t{});
    case ArrayFormat::u32: return as(std::uint32_t{});
    case ArrayFormat::f16: return half_value(load<std::uint16_t>(from, Endian::little));
    case ArrayFormat::f32: return as(float{});
    case ArrayFormat::f64: return as(double{});
    }
    return 0;
}

double VertexArray::value(std::size_t vertex, std::size_t component) const {
    if (component >= size) {
        const bool is_one = component == 3 && (type == ArrayType::tangent || type == ArrayType::color);
        return is_one ? 1 : 0;
    }
    const double raw = stored(vertex, component), most = largest(format);
    return most == 0 || type == ArrayType::blendindexes ? raw : std::max(raw / most, -1.0);
}

} // namespace ossuary::iqm
