// ossuary cat: the bytes of one file, out of whatever it lies in, for a pipe.
#include "cli/output.h"
#include "cli/reading.h"

namespace ossuary::cli {

namespace {

struct CatOptions {
    std::string path;
};

void cat(Session& session, const CatOptions& options) {
    const auto bytes = session.files().read(options.path);
    if (!bytes) return session.error(bytes.error());
    if (auto done = write_output("-", bytes->bytes, false); !done) session.error(done.error());
}

} // namespace

void add_cat(Program& program) {
    Verb& verb = program.add_verb({.name = "cat",
                                   .description = "Write the bytes of a file in an archive to standard output",
                                   .example = "ossuary cat Anims.vdf/HUMANS.MDS | less\n"
                                              "  ossuary cat HUMANS.MDS --game Gothic2 > HUMANS.MDS"});
    CatOptions& options = verb.calls<CatOptions>(cat);
    verb.add({{.names = "PATH", .field = options.path, .help = "The file; - is standard input", .required = true}});
    add_mount_options(program, verb);
}

} // namespace ossuary::cli
