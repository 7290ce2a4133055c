#include "ossuary/base/result.h"

#include <cstdlib>
#include <string>

#include "ossuary/base/diagnostic.h"

namespace ossuary {

struct Error::Details {
    Place place;
    std::string message;
};

Error::Error(std::string message) : details_(new Details{{}, std::move(message)}) {}
Error::Error(Place place, std::string message) : details_(new Details{std::move(place), std::move(message)}) {}
Error::Error(const Error& other) : details_(other.details_ ? new Details(*other.details_) : nullptr) {}
Error& Error::operator=(const Error& other) { return *this = Error(other); }
void Error::destroy() noexcept { delete details_; }

Error::Details& Error::details() {
    if (!details_) details_ = new Details;
    return *details_;
}

const Error::Details& Error::details() const {
    static const Details none;
    return details_ ? *details_ : none;
}

const Place& Error::place() const { return details().place; }
Place& Error::place() { return details().place; }
const std::string& Error::message() const { return details().message; }
std::string& Error::message() { return details().message; }

std::string Error::text() const {
    const std::string where = place().text();
    return where.empty() ? message() : where + ": " + message();
}

Error Error::in_file(std::string_view file) && {
    std::string& inner = place().file;
    inner = inner.empty() ? std::string(file) : std::string(file) + '/' + inner;
    return std::move(*this);
}

Failure fail(std::string message) { return Failure(Error(std::move(message))); }
Failure fail(Place place, std::string message) { return Failure(Error(std::move(place), std::move(message))); }

void detail::value_is_missing(const Error&) { std::abort(); }

} // namespace ossuary
