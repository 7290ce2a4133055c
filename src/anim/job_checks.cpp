#include "anim/job_checks.h"

#include "ossuary/base/diagnostic.h"

namespace ossuary::anim {

Result<void> to_result(const Finding& finding) {
    if (!finding) return {};
    std::string text;
    if (finding.layer >= 0) text = "layers[" + std::to_string(finding.layer) + "].";
    text += std::string(finding.input) + ": ";
    if (finding.what)
        text += finding.what;
    else
        text +=
            "has " + std::to_string(finding.have) + ' ' + finding.unit + " instead of " + std::to_string(finding.want);
    return fail(std::move(text));
}

} // namespace ossuary::anim
