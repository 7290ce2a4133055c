#include "assets/workspace_disk.h"

namespace ossuary {

std::unique_ptr<WorkspaceDisk> make_disk(const Workspace::Settings&, ModelLoader) { return nullptr; }

} // namespace ossuary
