#include "ossuary/base/dos_time.h"

#include <algorithm>
#include <array>

namespace ossuary {

namespace {

struct Moment {
    unsigned year = 1980, month = 1, day = 1, hour = 0, minute = 0, second = 0;
};

std::uint32_t packed(const Moment& at) {
    return (at.year - 1980) << 25 | at.month << 21 | at.day << 16 | at.hour << 11 | at.minute << 5 | at.second / 2;
}

unsigned days_of(unsigned year, unsigned month) {
    constexpr std::array<unsigned char, 12> days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month - 1] + (month == 2 && leap ? 1u : 0u);
}

void append(std::string& text, unsigned number, std::size_t digits, std::string_view behind) {
    const std::string plain = std::to_string(number);
    text.append(digits - std::min(digits, plain.size()), '0').append(plain).append(behind);
}

} // namespace

std::string dos_time_text(std::uint32_t time) {
    std::string text;
    append(text, 1980 + (time >> 25), 4, "-");
    append(text, time >> 21 & 15, 2, "-");
    append(text, time >> 16 & 31, 2, " ");
    append(text, time >> 11 & 31, 2, ":");
    append(text, time >> 5 & 63, 2, ":");
    append(text, (time & 31) * 2, 2, "");
    return text;
}

std::optional<std::uint32_t> parse_dos_time(std::string_view text) {
    constexpr std::string_view form = "dddd-dd-dd dd:dd:dd";
    if (text.size() != form.size() && text.size() != 10) return {};
    std::array<unsigned, 6> fields{};
    std::size_t field = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool is_digit = text[i] >= '0' && text[i] <= '9';
        if (form[i] == 'd' ? !is_digit : text[i] != form[i] && !(form[i] == ' ' && text[i] == 'T')) return {};
        if (is_digit)
            fields[field] = fields[field] * 10 + static_cast<unsigned>(text[i] - '0');
        else
            ++field;
    }
    const Moment at{fields[0], fields[1], fields[2], fields[3], fields[4], fields[5]};
    if (at.year < 1980 || at.year > 2107 || at.month < 1 || at.month > 12 || at.day < 1 ||
        at.day > days_of(at.year, at.month) || at.hour > 23 || at.minute > 59 || at.second > 59)
        return {};
    return packed(at);
}

std::uint32_t dos_time_from_unix(std::int64_t seconds) {
    constexpr std::int64_t day = 24 * 60 * 60, first = 315'532'800, last = 4'354'819'199; // 1980 begins, 2107 ends
    seconds = std::clamp(seconds, first, last) - first;
    auto days = static_cast<unsigned>(seconds / day);
    const auto rest = static_cast<unsigned>(seconds % day);
    Moment at{.hour = rest / 3600, .minute = rest / 60 % 60, .second = rest % 60};
    for (; days >= days_of(at.year, at.month); at.month == 12 ? (++at.year, at.month = 1) : ++at.month)
        days -= days_of(at.year, at.month);
    at.day = days + 1;
    return packed(at);
}

} // namespace ossuary
