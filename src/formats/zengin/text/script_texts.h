// Walks every text of a described record, by the description it is dumped with.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "ossuary/base/record_json.h"

namespace ossuary::zengin {

template <class Visit> class TextVisitor {
public:
    explicit TextVisitor(Visit visit) : visit_(visit) {}

    template <class T> void operator()(std::string_view, T& value) {
        if constexpr (std::is_same_v<T, std::string>) {
            visit_(value);
        } else if constexpr (std::is_class_v<T> && (is_vector<T>::value || is_array<T>::value)) {
            for (auto& entry : value) (*this)("", entry);
        } else if constexpr (is_optional<T>::value) {
            if (value) (*this)("", *value);
        } else if constexpr (Described<T, TextVisitor>) {
            describe(*this, value);
        }
    }
    template <class T> void list(std::string_view, std::vector<T>& values, std::uint64_t = 0, std::size_t = 0) {
        for (T& value : values) (*this)("", value);
    }

private:
    Visit visit_;
};

template <class T, class Visit> void visit_texts(T& record, Visit visit) { TextVisitor<Visit>{visit}("", record); }

} // namespace ossuary::zengin
