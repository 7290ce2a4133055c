#include "ossuary/assets/format.h"
