#include "ossuary/model/mesh.h"

namespace ossuary {

Mesh::Mesh() = default;
Mesh::Mesh(const Mesh&) = default;
Mesh::Mesh(Mesh&&) noexcept = default;
Mesh& Mesh::operator=(const Mesh&) = default;
Mesh& Mesh::operator=(Mesh&&) noexcept = default;
Mesh::~Mesh() = default;

} // namespace ossuary
