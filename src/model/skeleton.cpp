#include "ossuary/model/skeleton.h"
