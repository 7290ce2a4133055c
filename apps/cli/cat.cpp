// ossuary cat: the bytes of one file, out of whatever it lies in, for a pipe.
#include "cli/output.h"
#include "cli/places.h"
#include "cli/reading.h"

namespace ossuary::cli {

void add_cat(Program& program) {
    const auto path = std::make_shared<std::string>();
    CLI::App& verb = program.add_verb("cat", "Write the bytes of a file in an archive to standard output",
                                      "ossuary cat Anims.vdf/HUMANS.MDS | less\n"
                                      "  ossuary cat HUMANS.MDS --game Gothic2 > HUMANS.MDS",
                                      [&program, path] {
                                          const auto bytes = program.session.places().read(*path);
                                          if (!bytes) return program.session.error(bytes.error());
                                          if (auto done = write_output("-", bytes->bytes, false); !done)
                                              program.session.error(done.error());
                                      });
    verb.add_option("PATH", *path, "The file; - is standard input")->required();
    add_mount_options(program, verb);
}

} // namespace ossuary::cli
