#include <ossuary/formats/md5/md5mesh.h>

int main() { return ossuary::md5::parse_md5mesh(ossuary::as_bytes("MD5Version 11")).has_value() ? 1 : 0; }
