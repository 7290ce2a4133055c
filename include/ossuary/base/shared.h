// Shared<T>: a std::shared_ptr<const T> as a type that light headers can declare: `template <class T> struct Shared;`.
#pragma once

#include <memory>
#include <utility>

namespace ossuary {

template <class T> struct Shared : std::shared_ptr<const T> {
    using std::shared_ptr<const T>::shared_ptr;
    Shared(std::shared_ptr<const T> other) noexcept : std::shared_ptr<const T>(std::move(other)) {}
};

} // namespace ossuary
