#include "ossuary/assets/mounts.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "ossuary/base/dos_time.h"
#include "ossuary/base/hash.h"
#include "ossuary/base/sort.h"
#include "ossuary/base/text.h"

namespace ossuary {

namespace {

bool is_slash(char c) { return c == '/' || c == '\\'; }

std::string_view without_blanks(std::string_view name) {
    while (!name.empty() && is_white_space(name.back())) name.remove_suffix(1);
    return name;
}

std::string_view bare_name(std::string_view path) { return without_blanks(file_name(path)); }

// The letters of a path one by one as they are compared: lower case, `/` for every run of slashes, none at the ends.
class FoldedLetters {
public:
    explicit FoldedLetters(std::string_view path) : path_(path) {
        while (!path_.empty() && is_slash(path_.back())) path_.remove_suffix(1);
        skip_slashes();
    }
    int next() { // -1 at the end
        if (at_ == path_.size()) return -1;
        const char c = path_[at_++];
        if (!is_slash(c)) return static_cast<unsigned char>(to_lower(c));
        skip_slashes();
        return '/';
    }

private:
    void skip_slashes() {
        while (at_ < path_.size() && is_slash(path_[at_])) ++at_;
    }
    std::string_view path_;
    std::size_t at_ = 0;
};

// Sorts what mostly is in order, as the names of archives are: runs that are so are merged.
template <class T, class Before> void merge_runs(std::vector<T>& values, const Before& before) {
    std::vector<std::size_t> runs{0}; // their begins, and the end
    for (std::size_t i = 1; i < values.size(); ++i)
        if (before(values[i], values[i - 1])) runs.push_back(i);
    runs.push_back(values.size());
    std::vector<T> merged;
    while (runs.size() > 2) {
        std::vector<std::size_t> rest{0};
        merged.clear();
        merged.reserve(values.size());
        for (std::size_t run = 0; run + 1 < runs.size(); run += 2) {
            std::size_t a = runs[run], b = runs[run + 1];
            const std::size_t middle = b, end = runs[std::min(run + 2, runs.size() - 1)];
            while (a < middle || b < end) {
                const bool takes_second = a == middle || (b < end && before(values[b], values[a]));
                merged.push_back(std::move(values[takes_second ? b++ : a++]));
            }
            rest.push_back(end);
        }
        values.swap(merged);
        runs = std::move(rest);
    }
}

// Less than, equal to or greater than zero.
int compare_folded(std::string_view a, std::string_view b) {
    FoldedLetters left(a), right(b);
    while (true) {
        const int l = left.next(), r = right.next();
        if (l != r || l < 0) return l - r;
    }
}

// With one `/` between names and none at the ends, in its own spelling.
std::string cleaned(std::string_view path) {
    std::string clean;
    clean.reserve(path.size());
    for (const char c : path)
        if (!is_slash(c))
            clean += c;
        else if (!clean.empty() && clean.back() != '/')
            clean += '/';
    if (!clean.empty() && clean.back() == '/') clean.pop_back();
    return clean;
}

// `a loose file beats a mod`
std::string beats(int strong, int weak) {
    const auto kind = [](int priority) -> std::string_view {
        if (priority == loose_files) return "a loose file";
        if (priority >= mod_archives && priority < loose_files) return "a mod";
        if (priority == add_on_archives) return "an add-on";
        if (priority == base_archives) return "an archive of the game";
        return {};
    };
    const std::string_view one = kind(strong), other = kind(weak);
    if (one.empty() && !other.empty() && strong > loose_files)
        return std::string("what was mounted by name beats ").append(other);
    if (one.empty() || other.empty() || one == other)
        return "priority " + std::to_string(strong) + " over " + std::to_string(weak);
    return std::string(one).append(" beats ").append(other);
}

// What decides between volumes, the most important first. The higher one wins.
struct Rank {
    int priority = 0;
    std::uint32_t time = 0;
    int second_priority = 0; // between archives, where time counts first
    std::uint32_t order = 0; // of mounting
    auto operator<=>(const Rank&) const = default;
};

} // namespace

std::optional<std::string> folded_path(std::string_view path) {
    std::string folded;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find_first_of("/\\", begin), path.size());
        const std::string_view part = without_blanks(path.substr(begin, end - begin));
        begin = end + 1;
        if (part.empty()) continue;
        if (part == "." || part == "..") return {};
        if (!folded.empty()) folded += '/';
        for (const char c : part) folded += to_lower(c);
    }
    return folded;
}

Volume below_folder(Volume volume, std::string_view folder) {
    for (VolumeFile& file : volume.files) file.path = std::string(folder) + '/' + file.path;
    return volume;
}

Result<SharedBytes> MountedFile::read() const {
    auto bytes = volume->read(file->number);
    if (!bytes) return Failure(Error(bytes.error()).in_file(file->path).in_file(volume->name));
    return bytes;
}

// Files by their bare names. A slot of the table leads to the chain of all files of one name, the best first: finding
// one looks at its head, finding a path walks along.
struct MountTree::Index {
    struct Slot {
        std::uint32_t tag = 0;  // of the hash, so that hardly any name is compared in vain
        std::uint32_t head = 0; // a node's number and one more; 0: free
    };
    struct Node {
        const VolumeFile* file;
        std::string_view name; // bare, within the file's path: at hand, without a look at the file
        std::uint32_t volume;
        std::uint32_t next; // as in Slot::head
    };

    Options options;
    std::vector<std::unique_ptr<Volume>> volumes; // by id; null: removed
    std::vector<Rank> ranks;                      // by id
    std::vector<Slot> table;
    std::vector<Node> nodes;
    std::uint64_t version = 0;
    // Where this lies in memory is nothing a file knows.
    const std::uint64_t seed = reinterpret_cast<std::uintptr_t>(this);

    explicit Index(Options how) : options(how) {}

    Rank rank_of(const Volume& volume, std::uint32_t order) const {
        if (!options.newer_archive_beats_mod || volume.kind != VolumeKind::archive)
            return {volume.priority, volume.time, 0, order};
        return {base_archives, volume.time, volume.priority, order};
    }

    // The slot of a name: its own, or the free one where it would be.
    std::size_t slot_of(std::string_view name, std::uint64_t hash) const {
        const std::size_t mask = table.size() - 1;
        const auto tag = static_cast<std::uint32_t>(hash >> 32);
        std::size_t at = hash & mask;
        while (table[at].head && !(table[at].tag == tag && equal_ignoring_case(nodes[table[at].head - 1].name, name)))
            at = (at + 1) & mask;
        return at;
    }

    // The first of the chain of that bare name, and 0 for none.
    std::uint32_t head_of(std::string_view name) const {
        return table.empty() ? 0 : table[slot_of(name, folded_hash(name, seed))].head;
    }

    static auto depth_of(const Node& node) { return std::ranges::count_if(node.file->path, is_slash); }

    // True if the first goes before the second in their chain.
    bool goes_before(const Node& a, const Node& b) const {
        if (a.volume != b.volume) return ranks[a.volume] > ranks[b.volume];
        if (depth_of(a) != depth_of(b)) return depth_of(a) < depth_of(b);
        if (const int order = compare_folded(a.file->path, b.file->path)) return order < 0;
        return a.file > b.file;
    }

    void grow(std::size_t files) {
        const std::size_t size = std::bit_ceil(2 * (nodes.size() + files) + 1);
        if (size <= table.size()) return;
        const std::vector<Slot> old = std::exchange(table, std::vector<Slot>(size));
        for (const Slot& slot : old) {
            if (!slot.head) continue;
            const std::string_view name = nodes[slot.head - 1].name;
            table[slot_of(name, folded_hash(name, seed))] = slot;
        }
    }

    void insert(std::uint32_t id) {
        const Volume& volume = *volumes[id];
        grow(volume.files.size());
        nodes.reserve(nodes.size() + volume.files.size());
        std::vector<std::size_t> shared; // slots whose chains have to be put in order
        for (const VolumeFile& file : volume.files) {
            const std::string_view name = bare_name(file.path);
            const std::uint64_t hash = folded_hash(name, seed);
            const std::size_t at = slot_of(name, hash);
            if (table[at].head) shared.push_back(at);
            nodes.push_back({&file, name, id, table[at].head});
            table[at] = {static_cast<std::uint32_t>(hash >> 32), static_cast<std::uint32_t>(nodes.size())};
        }
        ossuary::sort(shared);
        shared.erase(std::unique(shared.begin(), shared.end()), shared.end());
        for (const std::size_t at : shared) put_in_order(table[at]);
    }

    void put_in_order(Slot& slot) {
        std::vector<std::uint32_t> chain;
        for (std::uint32_t at = slot.head; at; at = nodes[at - 1].next) chain.push_back(at);
        ossuary::sort(chain, [&](std::uint32_t a, std::uint32_t b) { return goes_before(nodes[a - 1], nodes[b - 1]); });
        slot.head = 0;
        for (auto at = chain.rbegin(); at != chain.rend(); ++at) nodes[*at - 1].next = std::exchange(slot.head, *at);
    }

    MountedFile file_of(const Node& node) const { return {volumes[node.volume].get(), node.file}; }

    // Calls back with every node of that bare name, or of that path, the best first, until it says false.
    template <class Each> void each_candidate(std::string_view asked, bool is_path, Each each) const {
        const auto path = folded_path(asked);
        if (!path || path->empty()) return;
        const bool bare = !is_path && path->find('/') == path->npos;
        for (std::uint32_t at = head_of(bare_name(*path)); at; at = nodes[at - 1].next) {
            const Node& node = nodes[at - 1];
            if ((bare || compare_folded(node.file->path, *path) == 0) && !each(node)) return;
        }
    }

    static std::string folded(const Node& node) { return lower_case(cleaned(node.file->path)); }

    // Of all files whose folded path is wanted the ones that count, sorted name by name.
    struct Counting {
        std::string path; // folded
        const Node* node;
    };
    template <class Wanted> std::vector<Counting> counting_files(const Wanted& is_wanted) const {
        std::vector<Counting> files;
        for (const Node& node : nodes)
            if (std::string path = folded(node); is_wanted(path)) files.push_back({std::move(path), &node});
        // A slash sorts before every letter, so that what lies in one folder stays together.
        const auto letter = [](char c) { return c == '/' ? 0 : static_cast<unsigned char>(c); };
        merge_runs(files, [&](const Counting& a, const Counting& b) {
            const auto [one, other] = std::ranges::mismatch(a.path, b.path);
            if (one == a.path.end() && other == b.path.end()) return goes_before(*a.node, *b.node);
            if (one == a.path.end() || other == b.path.end()) return one == a.path.end();
            return letter(*one) < letter(*other);
        });
        const auto repeated = std::ranges::unique(files, {}, &Counting::path);
        files.erase(repeated.begin(), repeated.end());
        return files;
    }

    // What put one candidate before another, in words that fit behind its name.
    std::string why(const Node& winner, const Node& loser) const {
        const Volume &strong = *volumes[winner.volume], &weak = *volumes[loser.volume];
        const Rank &high = ranks[winner.volume], &low = ranks[loser.volume];
        if (high.priority != low.priority) return beats(high.priority, low.priority);
        if (high.time != low.time) return "newer: " + dos_time_text(strong.time) + " over " + dos_time_text(weak.time);
        if (high.second_priority != low.second_priority)
            return "of the same time, " + beats(strong.priority, weak.priority);
        if (high.order != low.order) return "mounted later";
        if (depth_of(winner) != depth_of(loser)) return "nearer to the root";
        return compare_folded(winner.file->path, loser.file->path) == 0 ? "the later one in the same volume"
                                                                        : "the first path by its letters";
    }
};

MountTree::MountTree() : MountTree(Options{}) {}
MountTree::MountTree(Options options) : index_(std::make_unique<Index>(options)) {}
MountTree::~MountTree() = default;
MountTree::MountTree(MountTree&&) noexcept = default;
MountTree& MountTree::operator=(MountTree&&) noexcept = default;

MountTree::VolumeId MountTree::add(Volume volume) {
    const auto id = static_cast<VolumeId>(index_->volumes.size());
    index_->ranks.push_back(index_->rank_of(volume, id));
    index_->volumes.push_back(std::make_unique<Volume>(std::move(volume)));
    index_->insert(id);
    ++index_->version;
    return id;
}

bool MountTree::remove(VolumeId id) {
    if (!volume(id)) return false;
    index_->volumes[id].reset();
    index_->table.clear();
    index_->nodes.clear();
    for (VolumeId other = 0; other < index_->volumes.size(); ++other)
        if (volume(other)) index_->insert(other);
    ++index_->version;
    return true;
}

const Volume* MountTree::volume(VolumeId id) const {
    return id < index_->volumes.size() ? index_->volumes[id].get() : nullptr;
}

std::vector<const Volume*> MountTree::volumes() const {
    std::vector<VolumeId> ids;
    for (VolumeId id = 0; id < index_->volumes.size(); ++id)
        if (volume(id)) ids.push_back(id);
    ossuary::sort(ids, [&](VolumeId a, VolumeId b) { return index_->ranks[a] > index_->ranks[b]; });
    std::vector<const Volume*> strongest_first;
    for (const VolumeId id : ids) strongest_first.push_back(volume(id));
    return strongest_first;
}

std::uint64_t MountTree::version() const { return index_->version; }
std::size_t MountTree::file_count() const { return index_->nodes.size(); }

MountedFile MountTree::find(std::string_view name) const {
    // The usual question, for a bare name, needs no copy of it.
    const std::string_view bare = without_blanks(name);
    if (file_name(bare).size() == bare.size() && bare != "." && bare != "..") {
        const std::uint32_t head = bare.empty() ? 0 : index_->head_of(bare);
        return head ? index_->file_of(index_->nodes[head - 1]) : MountedFile{};
    }
    MountedFile found;
    index_->each_candidate(name, false, [&](const Index::Node& node) {
        found = index_->file_of(node);
        return false;
    });
    return found;
}

MountedFile MountTree::resolve(std::string_view path) const {
    MountedFile found;
    index_->each_candidate(path, true, [&](const Index::Node& node) {
        found = index_->file_of(node);
        return false;
    });
    return found;
}

bool MountTree::is_folder(std::string_view path) const {
    const auto folder = folded_path(path);
    if (!folder) return false;
    if (folder->empty()) return true;
    const std::string inside = *folder + '/';
    return std::ranges::any_of(index_->nodes,
                               [&](const Index::Node& node) { return Index::folded(node).starts_with(inside); });
}

std::vector<Candidate> MountTree::explain(std::string_view name) const { return explain(name, false); }
std::vector<Candidate> MountTree::explain_path(std::string_view path) const { return explain(path, true); }

std::vector<Candidate> MountTree::explain(std::string_view asked, bool is_path) const {
    std::vector<const Index::Node*> nodes;
    index_->each_candidate(asked, is_path, [&](const Index::Node& node) {
        nodes.push_back(&node);
        return true;
    });
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        std::string why = i > 0               ? index_->why(*nodes[0], *nodes[i])
                          : nodes.size() == 1 ? "the only one"
                                              : index_->why(*nodes[0], *nodes[1]);
        candidates.push_back({index_->file_of(*nodes[i]), std::move(why)});
    }
    return candidates;
}

FolderListing MountTree::list(std::string_view folder) const {
    FolderListing listing;
    const auto above = folded_path(folder);
    if (!above) return listing;
    const std::string inside = above->empty() ? "" : *above + '/';
    const auto is_inside = [&](std::string_view path) { return path.starts_with(inside); };
    std::string last; // folder, as compared
    for (const Index::Counting& counting : index_->counting_files(is_inside)) {
        const std::size_t slash = counting.path.find('/', inside.size());
        if (slash == counting.path.npos) {
            listing.files.push_back(index_->file_of(*counting.node));
        } else if (std::string name = counting.path.substr(inside.size(), slash - inside.size()); name != last) {
            listing.folders.push_back(cleaned(counting.node->file->path).substr(inside.size(), name.size()));
            last = std::move(name);
        }
    }
    return listing;
}

std::vector<MountedFile> MountTree::match(std::string_view glob, std::string_view folder) const {
    std::vector<MountedFile> found;
    const auto above = folded_path(folder);
    if (!above) return found;
    const std::string inside = above->empty() ? "" : *above + '/';
    const auto is_wanted = [&](std::string_view path) {
        return path.starts_with(inside) &&
               (glob.empty() || matches_glob(path, glob) || matches_glob(bare_name(path), glob));
    };
    for (const Index::Counting& counting : index_->counting_files(is_wanted))
        found.push_back(index_->file_of(*counting.node));
    return found;
}

FileLookup lookup_in(const MountTree& tree) {
    return [&tree](std::string_view name) -> std::optional<SharedBytes> {
        const MountedFile file = tree.find(name);
        if (!file) return {};
        auto bytes = file.read();
        if (!bytes) return {};
        return std::move(*bytes);
    };
}

} // namespace ossuary
