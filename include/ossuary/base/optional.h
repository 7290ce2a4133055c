// Optional<T>: a value or nothing, as std::optional, for headers that must stay light. T has a default value.
#pragma once

#include <type_traits>
#include <utility>

namespace ossuary {

template <class From, class T>
concept OptionalLike = requires(const From& from) {
    from.has_value();
    static_cast<T>(*from);
};

template <class T> class Optional {
public:
    constexpr Optional() = default;
    template <class U = T>
    requires std::is_convertible_v<U, T>
    constexpr Optional(U&& value) : value_(static_cast<T>(std::forward<U>(value))), has_value_(true) {}
    // A std::optional of the same.
    template <OptionalLike<T> Other> constexpr Optional(const Other& other) {
        if (other.has_value()) *this = static_cast<T>(*other);
    }

    constexpr bool has_value() const { return has_value_; }
    constexpr explicit operator bool() const { return has_value_; }
    constexpr T& operator*() { return value_; }
    constexpr const T& operator*() const { return value_; }
    constexpr T* operator->() { return &value_; }
    constexpr const T* operator->() const { return &value_; }
    constexpr T value_or(T otherwise) const { return has_value_ ? value_ : std::move(otherwise); }
    constexpr T& emplace() { return *(*this = T{}); }
    constexpr void reset() { *this = Optional(); }

    bool operator==(const Optional&) const = default;

private:
    T value_{};
    bool has_value_ = false;
};

} // namespace ossuary
