#include "ossuary/formats/image/image.h"
