#include "ossuary/formats/gltf/gltf.h"
