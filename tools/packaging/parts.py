"""What of others is in a package: found in what was linked, told as a CycloneDX bill of materials and as licences."""

import glob
import hashlib
import json
import os
import re
import subprocess
import time
import uuid

# Compiled in, from headers alone.
HEADERS = ["libcli11-dev", "libfast-float-dev", "nlohmann-json3-dev"]
# In ossuary.exe: what tools/windows-libraries makes from Debian's source packages of the same versions, headers, and the
# runtime of the compiler.
WINDOWS = ["libspng-dev", "libsquish-dev", "libmeshoptimizer-dev", "libcpp-httplib-dev", "libfmt-dev", "libz-mingw-w64-dev",
           "g++-mingw-w64-x86-64-posix", "mingw-w64-x86-64-dev"]
# In the modules for browsers.
WASM = ["libfast-float-dev", "nlohmann-json3-dev", "libstb-dev", "libc++-22-dev-wasm32", "libc++abi-22-dev-wasm32",
        "libclang-rt-22-dev-wasm32", "wasi-libc"]
# What every Debian has: no part of a package, and not told.
SYSTEM = re.compile(r"^(linux-vdso\.so|ld-linux|lib(c|m|dl|pthread|rt)\.so)")


class Part:
    def __init__(self, name, version, purl, licences, text):
        self.name, self.version, self.purl, self.licences, self.text = name, version, purl, licences, text


def shared_libraries(program):
    """{name: path} of the libraries a program loads, and those they load."""
    listed = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
    found = dict(re.findall(r"^\s*(\S+) => (/\S+)", listed, re.MULTILINE))
    missing = re.findall(r"^\s*(\S+) => not found", listed, re.MULTILINE)
    if missing:
        raise RuntimeError(f"{program} lacks {', '.join(missing)}")
    return {name: path for name, path in sorted(found.items()) if not SYSTEM.match(name)}


def package_of(path):
    """The Debian package that a file is of."""
    for candidate in (path, os.path.realpath(path), "/usr" + path, path.removeprefix("/usr")):
        found = subprocess.run(["dpkg-query", "-S", candidate], capture_output=True, text=True, check=False)
        if found.returncode == 0:
            return found.stdout.split(": ")[0].split(",")[0].split(":")[0]
    raise RuntimeError(f"{path} is of no package")


def debian_part(package):
    found = subprocess.run(["dpkg-query", "-W", "-f", "${Version} ${Architecture} ${db:Status-Status}\n", package],
                           capture_output=True, text=True, check=False).stdout.splitlines()
    if not found or not found[0].endswith(" installed"):
        raise RuntimeError(f"the package {package} is not installed, so its licence is not at hand")
    version, architecture, _ = found[0].split()
    with open(f"/usr/share/doc/{package}/copyright", encoding="utf-8", errors="replace") as file:
        text = file.read()
    purl = f"pkg:deb/debian/{package.replace('+', '%2B')}@{version.replace(':', '%3A').replace('+', '%2B')}?arch={architecture}"
    return Part(package, version, purl, licence_names(text), text)


def licence_names(text):
    """Those that a machine-readable copyright file names, but for Debian's own files."""
    names = set()
    for paragraph in re.split(r"\n\s*\n", text):
        files = re.search(r"^Files:\s*(.+)$", paragraph, re.MULTILINE)
        licence = re.search(r"^License:\s*(\S.*)$", paragraph, re.MULTILINE)
        if files and licence and not files.group(1).startswith("debian/"):
            names.add(licence.group(1).strip())
    return sorted(names)


def page_parts(root):
    """The npm packages that the page's sources import."""
    imported = set()
    for source in glob.glob(os.path.join(root, "apps/web/page/src/**/*.ts"), recursive=True):
        with open(source, encoding="utf-8") as file:
            imported |= set(re.findall(r"\bfrom \"((?:@[\w.-]+/)?[\w][\w.-]*)", file.read()))
    imported.discard("@ossuary/core")
    with open(os.path.join(root, "apps/web/package-lock.json"), encoding="utf-8") as file:
        locked = json.load(file)["packages"]
    parts = []
    for name in sorted(imported):
        entry = locked[f"node_modules/{name}"]
        folder = os.path.join(root, "apps/web/node_modules", name)
        texts = sorted(glob.glob(os.path.join(folder, "LICEN[SC]E*")))
        if not texts:
            raise RuntimeError(f"{name} has no licence beside it")
        with open(texts[0], encoding="utf-8") as file:
            text = file.read()
        purl = f"pkg:npm/{name.replace('@', '%40')}@{entry['version']}"
        parts.append(Part(name, entry["version"], purl, [entry["license"]], text))
    return parts


def debian_parts(packages):
    return [debian_part(package) for package in sorted(set(packages))]


def once(parts):
    return sorted({part.purl: part for part in parts}.values(), key=lambda part: (part.name, part.version))


def linux_parts(root, program):
    libraries = [package_of(path) for path in shared_libraries(program).values()]
    return once(debian_parts(libraries + HEADERS) + whole_page(root))


def whole_page(root):
    return once(page_parts(root) + debian_parts(WASM))


def windows_parts(root):
    return once(debian_parts(WINDOWS + HEADERS) + whole_page(root))


def wasm_parts():
    return debian_parts(WASM)


def bill_of_materials(name, version, parts, epoch, kind="application"):
    """CycloneDX 1.4 as JSON, the same for the same parts."""
    ours = {"type": kind, "bom-ref": f"{name}@{version}", "name": name, "version": version,
            "licenses": [{"license": {"id": "MIT"}}]}
    components = [{"type": "library", "bom-ref": part.purl, "name": part.name, "version": part.version,
                   **({"licenses": [{"license": {"name": licence}} for licence in part.licences]} if part.licences else {}),
                   "purl": part.purl} for part in parts]
    digest = hashlib.sha256(json.dumps([ours, components], sort_keys=True).encode()).hexdigest()
    return json.dumps({
        "bomFormat": "CycloneDX",
        "specVersion": "1.4",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, digest)}",
        "version": 1,
        "metadata": {"timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch)), "component": ours},
        "components": components,
        "dependencies": [{"ref": ours["bom-ref"], "dependsOn": [part.purl for part in parts]}],
    }, indent=2) + "\n"


def licences(parts):
    """The licences of the parts as one text, with the common ones they point to."""
    line = "=" * 100
    blocks = ["Ossuary contains, or comes with, the work of others. These are their licences.\n"]
    blocks += [f"{part.name} {part.version}" for part in parts]
    blocks.append("")
    common = set()
    for part in parts:
        blocks.append(f"{line}\n{part.name} {part.version}\n{line}\n\n{part.text.strip()}\n")
        common |= set(re.findall(r"/usr/share/common-licenses/([\w.-]*\w)", part.text))
    for name in sorted(common):
        path = f"/usr/share/common-licenses/{name}"
        if os.path.isfile(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                blocks.append(f"{line}\n{path}\n{line}\n\n{file.read().strip()}\n")
    return "\n".join(blocks)
