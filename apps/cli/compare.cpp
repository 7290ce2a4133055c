#include "cli/compare.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

namespace ossuary::cli {

namespace {

class Comparer {
public:
    explicit Comparer(double tolerance) : tolerance_(tolerance) {}

    void compare(const Json& a, const Json& b) {
        if (a.is_object() && b.is_object()) return compare_members(a, b);
        if (a.is_array() && b.is_array()) return compare_lists(a.items(), b.items());
        if (!equal(a, b)) add(Change::changed, a, b);
    }
    std::vector<Difference> take() { return std::move(found_); }

private:
    bool equal(const Json& a, const Json& b) const {
        if (!a.is_number() || !b.is_number()) return a == b;
        return a == b || std::abs(a.number() - b.number()) <= tolerance_;
    }
    // Deep equality within the tolerance, without telling anybody.
    bool same(const Json& a, const Json& b) const {
        if (tolerance_ == 0) return a == b;
        Comparer quiet(tolerance_);
        quiet.compare(a, b);
        return quiet.found_.empty();
    }

    void add(Change change, Json before, Json after, std::size_t entries = 1) {
        found_.push_back({change, path_, group_, std::move(before), std::move(after), entries});
    }

    template <class Inside> void within(const std::string& step, std::string_view group, const Inside& inside) {
        const std::size_t path_size = path_.size(), group_size = group_.size();
        path_ += step;
        group_ += group;
        inside();
        path_.resize(path_size);
        group_.resize(group_size);
    }
    template <class Inside> void within_member(const std::string& name, const Inside& inside) {
        const std::string step = (path_.empty() ? "" : ".") + name;
        within(step, step, inside);
    }
    template <class Inside> void within_entry(std::size_t index, const Inside& inside) {
        within('[' + std::to_string(index) + ']', "[]", inside);
    }
    template <class Inside> void within_run(std::size_t first, std::size_t count, const Inside& inside) {
        const std::string last = count > 1 ? ".." + std::to_string(first + count - 1) : "";
        within('[' + std::to_string(first) + last + ']', "[]", inside);
    }

    void compare_members(const Json& a, const Json& b) {
        for (const Json::Member& member : a.members()) {
            within_member(member.name, [&] {
                if (const Json* other = b.find(member.name))
                    compare(member.value, *other);
                else
                    add(Change::removed, member.value, {});
            });
        }
        for (const Json::Member& member : b.members())
            if (!a.find(member.name)) within_member(member.name, [&] { add(Change::added, {}, member.value); });
    }

    void compare_lists(const Json::Array& a, const Json::Array& b) {
        if (a.size() == b.size()) return compare_entries(a, b, a.size());
        const auto names_a = names_of(a), names_b = names_of(b);
        if (names_a.size() == a.size() && names_b.size() == b.size()) return compare_named(a, b, names_a, names_b);

        std::size_t head = 0, tail = 0;
        const std::size_t least = std::min(a.size(), b.size());
        while (head < least && same(a[head], b[head])) ++head;
        while (tail < least - head && same(a[a.size() - 1 - tail], b[b.size() - 1 - tail])) ++tail;
        if (head + tail < least) { // more than one run moved: entry by entry says it best
            compare_entries(a, b, least);
            head = least;
        }
        report_run(a, b, head);
    }

    // The longer list has entries the other lacks, from `first` on.
    void report_run(const Json::Array& a, const Json::Array& b, std::size_t first) {
        const bool is_added = b.size() > a.size();
        const std::size_t count = is_added ? b.size() - a.size() : a.size() - b.size();
        const Json& example = is_added ? b[first] : a[first];
        within_run(first, count, [&] {
            add(is_added ? Change::added : Change::removed, is_added ? Json() : example, is_added ? example : Json(),
                count);
        });
    }

    void compare_entries(const Json::Array& a, const Json::Array& b, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) within_entry(i, [&] { compare(a[i], b[i]); });
    }

    using Names = std::map<std::string_view, std::size_t>;
    // Names of all entries with their places; fewer than entries where some have none or share one.
    static Names names_of(const Json::Array& list) {
        Names names;
        for (std::size_t i = 0; i < list.size(); ++i)
            if (const Json* name = list[i].find("name"); name && name->is_string()) names.emplace(name->string(), i);
        return names;
    }

    void compare_named(const Json::Array& a, const Json::Array& b, const Names& names_a, const Names& names_b) {
        for (std::size_t i = 0; i < a.size(); ++i) {
            const auto other = names_b.find(a[i]["name"].string());
            within_entry(i, [&] {
                if (other == names_b.end())
                    add(Change::removed, a[i], {});
                else
                    compare(a[i], b[other->second]);
            });
        }
        for (std::size_t i = 0; i < b.size(); ++i)
            if (!names_a.contains(b[i]["name"].string())) within_entry(i, [&] { add(Change::added, {}, b[i]); });
    }

    double tolerance_;
    std::string path_, group_;
    std::vector<Difference> found_;
};

} // namespace

std::vector<Difference> compare(const Json& before, const Json& after, double tolerance) {
    Comparer comparer(tolerance);
    comparer.compare(before, after);
    return comparer.take();
}

double largest_change(const std::vector<Difference>& differences) {
    double largest = 0;
    for (const Difference& difference : differences)
        if (difference.before.is_number() && difference.after.is_number())
            largest = std::max(largest, std::abs(difference.before.number() - difference.after.number()));
    return largest;
}

} // namespace ossuary::cli
