"""The Debian packages: `ossuary`, the command and what desktops want, and `libossuary-dev`, the library."""

import os
import re
import shutil
import subprocess
import time

import files
import parts

MAINTAINER = "The Ossuary authors <ossuary@packages.invalid>"
REVISION = "1"

COMMAND_TEXT = """\
Description: character animation of classic games, opened and handed on
 Opens the characters of Gothic, DOOM 3, MechWarrior 3 and Shining Force III,
 Inter-Quake models and motion capture; shows them in a page of its own,
 converts them to glTF and back, and writes every file byte for byte as it
 was read.
 .
 This package has the command, with the viewer's page inside.
"""
LIBRARY_TEXT = """\
Description: character animation of classic games, as a C++ library
 Reads, plays and writes the character animation of classic games: sampling,
 blending, events, root motion, a state machine, skinning, and clips packed
 under a bound on their error.
 .
 This package has the headers and the static libraries, for find_package and
 pkg-config.
"""


def installed(build, component, folder):
    """What `cmake --install` puts below /usr."""
    environment = {**os.environ, "DESTDIR": folder}
    subprocess.run(["cmake", "--install", build, "--component", component, "--prefix", "/usr", "--strip"], check=True,
                   env=environment, stdout=subprocess.DEVNULL)


def architecture():
    return subprocess.run(["dpkg", "--print-architecture"], check=True, capture_output=True, text=True).stdout.strip()


def shared_dependencies(program):
    """Packages with the versions that the program needs, in Debian's words."""
    work = os.path.join(os.path.dirname(program), "debian")
    os.makedirs(work)
    with open(os.path.join(work, "control"), "w", encoding="ascii") as file:
        file.write("Source: ossuary\n\nPackage: ossuary\nArchitecture: any\n")
    try:
        said = subprocess.run(["dpkg-shlibdeps", "-O", program], cwd=os.path.dirname(work), check=True, capture_output=True,
                              text=True).stdout
    finally:
        shutil.rmtree(work)
    return re.search(r"^shlibs:Depends=(.*)$", said, re.MULTILINE).group(1)


def development_dependencies(folder):
    """The packages of the libraries that the installed ossuary.pc names."""
    with open(os.path.join(folder, "usr/lib/pkgconfig/ossuary.pc"), encoding="utf-8") as file:
        draco = "-ldraco" in file.read()
    return ", ".join([*(["libdraco-dev"] if draco else []), "libmeshoptimizer-dev", "libspng-dev", "libsquish-dev", "zlib1g-dev"])


def licence_paragraph(text):
    return "".join(f" {line}\n" if line.strip() else " .\n" for line in text.strip().splitlines())


def copyright_file(root):
    """Machine-readable: ours, and what is compiled in. The rest are packages of their own."""
    with open(os.path.join(root, "LICENSE"), encoding="utf-8") as file:
        title, owner, licence = file.read().split("\n\n", 2)
    assert title == "MIT License"
    text = (f"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: ossuary\n"
            f"Comment: Header-only libraries are compiled in, and the command holds the viewer's page with a\n"
            f" WebAssembly module. What they are made of is told in bom.cdx.json, their licences in\n third-party.gz.\n\n"
            f"Files: *\nCopyright: {owner.removeprefix('Copyright (c) ')}\nLicense: MIT\n{licence_paragraph(licence)}")
    return text


def changelog(package, version, epoch):
    when = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(epoch))
    return (f"{package} ({version}-{REVISION}) unstable; urgency=medium\n\n  * Made from version {version}; what changed is told in "
            f"its CHANGELOG.md.\n\n -- {MAINTAINER}  {when}\n")


def finish(root, folder, package, version, epoch, fields, text, found, out):
    """Adds what every package has, and packs it."""
    doc = os.path.join(folder, "usr/share/doc", package)
    os.makedirs(doc, exist_ok=True)
    files.write(os.path.join(doc, "copyright"), copyright_file(root))
    files.gzip_file(changelog("ossuary", version, epoch).encode(), os.path.join(doc, "changelog.Debian.gz"))
    with open(os.path.join(root, "CHANGELOG.md"), "rb") as file:
        files.gzip_file(file.read(), os.path.join(doc, "changelog.gz"))
    files.write(os.path.join(doc, "bom.cdx.json"), parts.bill_of_materials(package, version, found, epoch))
    files.gzip_file(parts.licences(found).encode(), os.path.join(doc, "third-party.gz"))
    control = os.path.join(folder, "DEBIAN")
    os.makedirs(control)
    paths = [path for path in files.sorted_entries(folder) if os.path.isfile(os.path.join(folder, path))]
    size = sum(-(-os.path.getsize(os.path.join(folder, path)) // 1024) for path in paths)
    described = {"Package": package, "Source": "ossuary", "Version": f"{version}-{REVISION}", "Architecture": architecture(),
                 "Maintainer": MAINTAINER, "Installed-Size": size, **fields}
    if package == "ossuary":
        del described["Source"]
    files.write(os.path.join(control, "control"), "".join(f"{key}: {value}\n" for key, value in described.items()) + text)
    sums = subprocess.run(["md5sum", *paths], cwd=folder, check=True, capture_output=True, text=True).stdout
    files.write(os.path.join(control, "md5sums"), sums)
    files.settle(folder, epoch)
    target = os.path.join(out, f"{package}_{version}-{REVISION}_{architecture()}.deb")
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--threads-max=1", "--build", folder, target], check=True,
                   env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch)}, stdout=subprocess.DEVNULL)
    return target


def command_package(root, build, work, version, epoch, out):
    folder = os.path.join(work, "ossuary")
    installed(build, "command", folder)
    share = os.path.join(folder, "usr/share")
    # Debian's zsh looks elsewhere for what packages bring.
    os.rename(os.path.join(share, "zsh/site-functions"), os.path.join(share, "zsh/vendor-completions"))
    page = os.path.join(share, "man/man1/ossuary.1")
    with open(page, "rb") as file:
        files.gzip_file(file.read(), page + ".gz")
    os.remove(page)
    program = os.path.join(folder, "usr/bin/ossuary")
    fields = {"Depends": shared_dependencies(program), "Section": "graphics", "Priority": "optional"}
    return finish(root, folder, "ossuary", version, epoch, fields, COMMAND_TEXT, parts.linux_parts(root, program), out)


def library_package(root, build, work, version, epoch, out):
    folder = os.path.join(work, "libossuary-dev")
    installed(build, "development", folder)
    libraries = [path for path in files.sorted_entries(folder) if path.endswith(".a")]
    subprocess.run(["strip", "--strip-debug", "--remove-section=.comment", "--enable-deterministic-archives",
                    *libraries], cwd=folder, check=True)
    fields = {"Depends": development_dependencies(folder), "Section": "libdevel", "Priority": "optional"}
    # Of others, the static libraries have what headers bring; the rest are the packages it depends on.
    found = parts.debian_parts(["libfast-float-dev", "nlohmann-json3-dev"] + re.findall(r"[a-z0-9-]+", fields["Depends"]))
    return finish(root, folder, "libossuary-dev", version, epoch, fields, LIBRARY_TEXT, found, out)


def make(root, build, work, version, epoch, out):
    return [command_package(root, build, work, version, epoch, out), library_package(root, build, work, version, epoch, out)]
