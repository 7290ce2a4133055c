#include "samples/samples.h"
