// Result<T>: a value or an Error, as std::expected of C++23. Errors are values; nothing is thrown.
// A light header: it declares Place and Diagnostics only; code that makes or reads them includes base/diagnostic.h.
#pragma once

#include <cstdint>
#include <iosfwd> // declares std::string
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

namespace ossuary {

struct Place;
struct Diagnostic;
struct Diagnostics;
enum class Severity : std::uint8_t;

// What went wrong and where: one pointer to its details, so that a Result is little larger than its value.
// An Error that was moved from has no place and no message.
class Error {
public:
    Error() noexcept = default;
    explicit Error(std::string message);
    Error(Place place, std::string message);
    Error(const Error& other);
    Error(Error&& other) noexcept : details_(std::exchange(other.details_, nullptr)) {}
    Error& operator=(const Error& other);
    Error& operator=(Error&& other) noexcept {
        std::swap(details_, other.details_);
        return *this;
    }
    ~Error() {
        if (details_) destroy();
    }

    const Place& place() const;
    Place& place();
    const std::string& message() const;
    std::string& message();

    // One line a person can act on: place, colon, message.
    std::string text() const;
    // The same error, known to be in this file. An outer file is put in front: `Anims.vdf/X.MAN`.
    Error in_file(std::string_view file) &&;

private:
    struct Details;
    void destroy() noexcept;
    Details& details();
    const Details& details() const;

    Details* details_ = nullptr;
};

// An Error on its way into a Result: `return Failure(other.error());`, `return fail("no joints");`
class [[nodiscard]] Failure {
public:
    explicit Failure(Error error) noexcept : error_(std::move(error)) {}
    const Error& error() const& { return error_; }
    Error&& error() && { return std::move(error_); }

private:
    Error error_;
};

Failure fail(std::string message);
Failure fail(Place place, std::string message);

template <class T> class Result;

namespace detail {

// value() of a Result that has none ends the program.
[[noreturn]] void value_is_missing(const Error& error);

template <class T> inline constexpr bool is_result = false;
template <class T> inline constexpr bool is_result<Result<T>> = true;

template <class U, class T>
concept MakesValue = std::is_constructible_v<T, U> && !is_result<std::remove_cvref_t<U>> &&
                     !std::is_same_v<std::remove_cvref_t<U>, Failure>;

} // namespace detail

template <class T> class [[nodiscard]] Result {
public:
    using value_type = T;

    Result() requires std::is_default_constructible_v<T> : value_(), has_value_(true) {}
    template <detail::MakesValue<T> U = T>
    explicit(!std::is_convertible_v<U, T>) Result(U&& value) : value_(std::forward<U>(value)), has_value_(true) {}
    Result(Failure failure) noexcept : error_(std::move(failure).error()), has_value_(false) {}
    // A value of a related type: Result<std::shared_ptr<const T>> of Result<std::shared_ptr<T>>.
    template <class U>
    requires(!std::is_same_v<T, U> && std::is_convertible_v<U, T>) Result(Result<U>&& other)
        : has_value_(other.has_value()) {
        if (has_value_)
            ::new (static_cast<void*>(&value_)) T(*std::move(other));
        else
            ::new (static_cast<void*>(&error_)) Error(std::move(other.error()));
    }

    Result(const Result& other) requires std::is_copy_constructible_v<T> : has_value_(other.has_value_) { take(other); }
    Result(Result&& other) noexcept(std::is_nothrow_move_constructible_v<T>) : has_value_(other.has_value_) {
        take(std::move(other));
    }
    Result& operator=(const Result& other) requires std::is_copy_constructible_v<T> { return *this = Result(other); }
    Result& operator=(Result&& other) noexcept(std::is_nothrow_move_constructible_v<T>) {
        if (this == &other) return *this;
        destroy();
        has_value_ = other.has_value_;
        take(std::move(other));
        return *this;
    }
    ~Result() { destroy(); }

    bool has_value() const noexcept { return has_value_; }
    explicit operator bool() const noexcept { return has_value_; }

    // The value; there must be one.
    T& operator*() & { return value_; }
    const T& operator*() const& { return value_; }
    T&& operator*() && { return std::move(value_); }
    T* operator->() { return &value_; }
    const T* operator->() const { return &value_; }

    // The value; ends the program where there is none.
    T& value() & { return checked(), value_; }
    const T& value() const& { return checked(), value_; }
    T&& value() && { return checked(), std::move(value_); }
    template <class U> T value_or(U&& otherwise) const& {
        return has_value_ ? value_ : static_cast<T>(std::forward<U>(otherwise));
    }
    template <class U> T value_or(U&& otherwise) && {
        return has_value_ ? std::move(value_) : static_cast<T>(std::forward<U>(otherwise));
    }

    // The error; there must be one.
    Error& error() & { return error_; }
    const Error& error() const& { return error_; }
    Error&& error() && { return std::move(error_); }

    // The value put through a function that cannot fail; an error stays.
    template <class F> auto map(F&& f) & { return mapped(*this, f); }
    template <class F> auto map(F&& f) const& { return mapped(*this, f); }
    template <class F> auto map(F&& f) && { return mapped(std::move(*this), f); }

    // The value put through a function that returns a Result; an error stays.
    template <class F> auto and_then(F&& f) & { return chained(*this, f); }
    template <class F> auto and_then(F&& f) const& { return chained(*this, f); }
    template <class F> auto and_then(F&& f) && { return chained(std::move(*this), f); }

    template <class U> bool operator==(const U& other) const { return has_value_ && value_ == other; }

private:
    template <class Self, class F> static auto mapped(Self&& self, F& f) {
        using Mapped = decltype(f(*std::forward<Self>(self)));
        using Returned = Result<std::remove_cvref_t<Mapped>>;
        if (!self.has_value_) return Returned(Failure(std::forward<Self>(self).error()));
        if constexpr (std::is_void_v<Mapped>) {
            f(*std::forward<Self>(self));
            return Returned();
        } else {
            return Returned(f(*std::forward<Self>(self)));
        }
    }
    template <class Self, class F> static auto chained(Self&& self, F& f) {
        using Returned = std::remove_cvref_t<decltype(f(*std::forward<Self>(self)))>;
        if (!self.has_value_) return Returned(Failure(std::forward<Self>(self).error()));
        return Returned(f(*std::forward<Self>(self)));
    }

    template <class Other> void take(Other&& other) {
        if (has_value_)
            ::new (static_cast<void*>(&value_)) T(std::forward<Other>(other).value_);
        else
            ::new (static_cast<void*>(&error_)) Error(std::forward<Other>(other).error_);
    }
    void destroy() noexcept {
        if (has_value_)
            value_.~T();
        else
            error_.~Error();
    }
    void checked() const {
        if (!has_value_) detail::value_is_missing(error_);
    }

    union {
        T value_;
        Error error_;
    };
    bool has_value_;
};

// Success without a value, or an error.
template <> class [[nodiscard]] Result<void> {
public:
    using value_type = void;

    Result() noexcept = default;
    Result(Failure failure) noexcept : error_(std::move(failure).error()), has_value_(false) {}

    bool has_value() const noexcept { return has_value_; }
    explicit operator bool() const noexcept { return has_value_; }
    void value() const {
        if (!has_value_) detail::value_is_missing(error_);
    }

    Error& error() & { return error_; }
    const Error& error() const& { return error_; }
    Error&& error() && { return std::move(error_); }

    template <class F> auto and_then(F&& f) const {
        using Returned = std::remove_cvref_t<decltype(f())>;
        return has_value_ ? Returned(f()) : Returned(Failure(error_));
    }

private:
    Error error_;
    bool has_value_ = true;
};

} // namespace ossuary
