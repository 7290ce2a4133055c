#!/usr/bin/python3
"""Makes the packages (tools/package) and uses each as people would.

package_test.py [--made DIR] [KIND…]: prints `ok NAME`, `FAIL NAME: why` or `skip NAME: why`; exit status 1 if one failed.
--made takes packages that are made already.
"""

import argparse
import filecmp
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import zipfile

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
KINDS = ["deb", "tar", "zip", "npm", "site"]


class Failure(Exception):
    pass


class Skip(Exception):
    pass


def run(*command, **options):
    limit = options.pop("timeout", 600)
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", check=False, timeout=limit, **options)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)} ended with status {done.returncode}\n{done.stdout}")
    return done.stdout


def expect(condition, why):
    if not condition:
        raise Failure(why)


def one(out, pattern):
    found = glob.glob(os.path.join(out, pattern))
    expect(len(found) == 1, f"there are {len(found)} files {pattern}")
    return found[0]


def check_bill(text, names):
    """A bill of materials has the form of CycloneDX 1.4, and these parts."""
    bill = json.loads(text)
    expect((bill["bomFormat"], bill["specVersion"], bill["version"]) == ("CycloneDX", "1.4", 1), "it is no CycloneDX 1.4")
    expect(re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", bill["serialNumber"]), "its serial number is none")
    references = [part["bom-ref"] for part in bill["components"]]
    expect(len(set(references)) == len(references), "a part is there twice")
    expect(bill["dependencies"][0]["dependsOn"] == references, "the dependencies are not the parts")
    found = {part["name"] for part in bill["components"]}
    expect(set(names) <= found, f"these are missing: {set(names) - found}")


def check_licences(text, bill):
    for part in json.loads(bill)["components"]:
        expect(f"{part['name']} {part['version']}" in text, f"the licence of {part['name']} is missing")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def check_papers(folder, names):
    check_bill(read(os.path.join(folder, "bom.cdx.json")), names)
    check_licences(read(os.path.join(folder, "THIRD-PARTY.txt")), read(os.path.join(folder, "bom.cdx.json")))


def try_command(work, command, prefix=()):
    """The command makes Ossian, converts him, and serves its page. `prefix` runs it elsewhere, where `work` is /."""
    inside = "/" if prefix else work
    command = [*prefix, command]
    demo = os.path.join(inside, "ossian")
    run(*command, "demo", "-o", demo, "--no-view", "--quiet")
    run(*command, "convert", os.path.join(demo, "md5/hero.md5mesh"), os.path.join(demo, "md5/walk.md5anim"), "-o",
        os.path.join(inside, "walk.glb"))
    expect(os.path.getsize(os.path.join(work, "walk.glb")) > 10000, "walk.glb is too small")
    run(*command, "verify", os.path.join(demo, "gothic2"), "--quiet")
    try_page([*command, "view", "--no-open", os.path.join(demo, "hero.glb")])


def try_page(command, **options):
    """`view` serves the page that is inside the command."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, **options) as viewer:
        try:
            address = re.search(r"http://[^ ]+/", viewer.stdout.readline() or "")
            expect(address, "view printed no address")
            page = urllib.request.urlopen(address.group(), timeout=60).read().decode()
            expect('<meta name="ossuary-session" content="view">' in page and "<script" in page, "view did not serve the page")
        finally:
            viewer.send_signal(signal.SIGINT)
            viewer.wait(60)


# ---- deb

def deb_lintian(out, work):
    if not shutil.which("lintian"):
        raise Skip("lintian is not installed")
    # Of a static library lintian reads every symbol of every object, for many minutes, to say nothing of them: the package
    # it sees has libraries of the same names with one small object.
    small = os.path.join(work, "small")
    run("dpkg-deb", "--raw-extract", one(out, "libossuary-dev_*.deb"), small)
    with open(os.path.join(work, "small.c"), "w", encoding="ascii") as file:
        file.write("int small(void) { return 0; }\n")
    run("gcc", "-c", "-o", os.path.join(work, "small.o"), os.path.join(work, "small.c"))
    for path in glob.glob(os.path.join(small, "usr/lib/**/*.a"), recursive=True):
        os.remove(path)
        run("ar", "rcsD", path, os.path.join(work, "small.o"))
    names = [os.path.relpath(os.path.join(at, name), small) for at, _, names in os.walk(small) for name in names]
    with open(os.path.join(small, "DEBIAN/md5sums"), "w", encoding="utf-8") as file:
        file.write(run("md5sum", *sorted(name for name in names if not name.startswith("DEBIAN/")), cwd=small))
    os.makedirs(os.path.join(work, "looked"))
    package = os.path.join(work, "looked", os.path.basename(one(out, "libossuary-dev_*.deb")))
    run("dpkg-deb", "--root-owner-group", "-Zxz", "-z1", "--build", small, package)
    said = subprocess.run(["lintian", "--allow-root", "--fail-on", "error", one(out, "ossuary_*.deb"), package], capture_output=True,
                          text=True, check=False, timeout=1800)
    print(said.stdout)
    expect(said.returncode == 0, f"lintian has errors\n{said.stdout}{said.stderr}")


def deb_used(out, work):
    """Both packages in an empty root: the command runs, a consumer is built, and a purge leaves nothing."""
    system = os.path.join(work, "root")
    for name in ["info", "updates", "triggers"]:
        os.makedirs(os.path.join(system, "var/lib/dpkg", name))
    open(os.path.join(system, "var/lib/dpkg/status"), "w", encoding="ascii").close()
    environment = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"}
    dpkg = ["dpkg", f"--root={system}", "--force-not-root", "--force-depends", "--log=/dev/null"]
    run(*dpkg, "--install", one(out, "ossuary_*.deb"), one(out, "libossuary-dev_*.deb"), env=environment)
    usr = os.path.join(system, "usr")
    for name in ["share/man/man1/ossuary.1.gz", "share/bash-completion/completions/ossuary", "share/applications/ossuary.desktop",
                 "share/mime/packages/ossuary.xml", "share/icons/hicolor/scalable/apps/ossuary.svg",
                 "share/icons/hicolor/scalable/mimetypes/ossuary-character.svg", "share/ossuary/gothic2.rules"]:
        expect(os.path.getsize(os.path.join(usr, name)) > 0, f"{name} is missing")
    doc = os.path.join(usr, "share/doc/ossuary")
    check_bill(read(os.path.join(doc, "bom.cdx.json")), ["libspng0", "three", "libcli11-dev", "wasi-libc"])
    check_licences(run("zcat", os.path.join(doc, "third-party.gz")), read(os.path.join(doc, "bom.cdx.json")))
    if shutil.which("desktop-file-validate"):
        run("desktop-file-validate", os.path.join(usr, "share/applications/ossuary.desktop"))
    here = os.path.join(work, "used")
    os.makedirs(here)
    try_command(here, os.path.join(usr, "bin/ossuary"))
    consumer(usr, here)
    run(*dpkg, "--purge", "ossuary", "libossuary-dev", env=environment)
    left = [os.path.join(base, name) for base, _, names in os.walk(system) for name in names if "/var/lib/dpkg" not in base]
    left += glob.glob(os.path.join(system, "usr*"))
    expect(not left, f"a purge leaves {left}")


def consumer(usr, here):
    """The program of the README, by find_package and by pkg-config, against the installed library."""
    programs = re.findall(r"^```cpp example[^\n]*\n(.*?)^```$", read(os.path.join(ROOT, "README.md")), re.MULTILINE | re.DOTALL)
    source = os.path.join(here, "readme.cpp")
    with open(source, "w", encoding="utf-8") as file:
        file.write(next(code for code in programs if "int main(" in code))
    build = os.path.join(here, "consumer")
    run("cmake", "-S", os.path.join(ROOT, "tests/house/consumer"), "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={usr}",
        f"-DREADME_PROGRAM={source}")
    run("ninja", "-C", build)
    run(os.path.join(build, "consumer"))
    run(os.path.join(build, "readme"), os.path.join(here, "ossian/hero.glb"), "run")
    environment = {**os.environ, "PKG_CONFIG_PATH": os.path.join(usr, "lib/pkgconfig")}
    flags = run("pkg-config", "--cflags", "--libs", "ossuary", env=environment).split()
    run("g++", "-std=c++20", os.path.join(ROOT, "tests/house/consumer/main.cpp"), *flags, "-o", os.path.join(here, "by_pkg_config"))
    run(os.path.join(here, "by_pkg_config"))


# ---- tar

def tar_alone(out, work):
    """In a root that has the C library and nothing else."""
    with tarfile.open(one(out, "ossuary-*-linux-x86_64.tar.gz")) as archive:
        archive.extractall(work)
    folder = os.path.basename(one(work, "ossuary-*"))
    check_papers(os.path.join(work, folder), ["libspng0", "libssl3", "three", "libcli11-dev"])
    for path in ["/lib64/ld-linux-x86-64.so.2", *[f"/lib/x86_64-linux-gnu/lib{name}.so.6" for name in "cm"]]:
        os.makedirs(work + os.path.dirname(path), exist_ok=True)
        shutil.copy(os.path.realpath(path), work + path)
    # Of /proc, the loader reads where the program lies.
    for name in ["tmp", "proc/self"]:
        os.makedirs(os.path.join(work, name))
    os.symlink(f"/{folder}/ossuary", os.path.join(work, "proc/self/exe"))
    prefix = ["chroot", work] if os.geteuid() == 0 else ["unshare", "--map-root-user", "chroot", work]
    tried = subprocess.run([*prefix, f"/{folder}/ossuary", "--version"], capture_output=True, text=True, check=False)
    if "Operation not permitted" in tried.stderr:
        raise Skip("this machine allows no chroot")
    expect(tried.returncode == 0, f"it does not start: {tried.stderr}")
    try_command(work, f"/{folder}/ossuary", prefix)


# ---- zip

def zip_under_wine(out, work):
    folder = os.path.join(work, "a path with spaces")
    with zipfile.ZipFile(one(out, "ossuary-*-windows-x86_64.zip")) as archive:
        archive.extractall(folder)
    folder = one(folder, "ossuary-*")
    check_papers(folder, ["libspng-dev", "three", "libz-mingw-w64-dev"])
    expect(b"\r\n" in open(os.path.join(folder, "README.txt"), "rb").read(), "README.txt has other line ends")
    wine = [os.path.join(ROOT, "tools/wine"), os.path.join(folder, "ossuary.exe")]
    try:
        said = run(*wine, "--version", timeout=300)
    except (Failure, OSError, subprocess.TimeoutExpired) as error:
        if not os.path.exists("/usr/lib/wine/wine64"):
            raise Skip("Wine is not installed") from error
        raise
    expect(re.search(r"ossuary \d+\.\d+", said), f"it said {said}")
    run(*wine, "demo", "-o", "ossian", "--no-view", "--quiet", cwd=folder)
    run(*wine, "convert", "ossian/md5/hero.md5mesh", "-o", "hero.glb", cwd=folder)
    expect(os.path.getsize(os.path.join(folder, "hero.glb")) > 10000, "hero.glb is too small")
    run(*wine, "verify", "ossian/gothic2", "--quiet", cwd=folder)
    try_page([*wine, "view", "--no-open", "hero.glb"], cwd=folder)


# ---- npm

EXAMPLE = """import { readFile } from "node:fs/promises";
import { Ossuary } from "@ossuary/core";
const ossuary = await Ossuary.start();
const workspace = await ossuary.workspace();
await workspace.add([{ path: "hero.glb", content: new Blob([await readFile(process.argv[2])]) }]);
const [subject] = await workspace.subjects();
const model = await workspace.open(subject);
const player = await model.player({ loop: "always" });
await player.start(0);
const frame = await player.advance(1 / 60);
console.log(ossuary.version, model.clips.length, frame.world.length);
ossuary.close();
if (model.clips.length === 0 || frame.world.length === 0 || frame.world.length % 16 !== 0) process.exit(1);
"""


def npm_installed(out, work):
    if not shutil.which("npm"):
        raise Skip("npm is not installed")
    with open(os.path.join(work, "package.json"), "w", encoding="ascii") as file:
        file.write('{ "name": "empty", "version": "1.0.0", "private": true, "type": "module" }\n')
    run("npm", "install", "--offline", "--no-audit", "--no-fund", one(out, "ossuary-core-*.tgz"), cwd=work)
    folder = os.path.join(work, "node_modules/@ossuary/core")
    check_papers(folder, ["wasi-libc", "libstb-dev"])
    with open(os.path.join(work, "example.js"), "w", encoding="ascii") as file:
        file.write(EXAMPLE)
    run(os.path.join(ROOT, "build/release/apps/cli/ossuary"), "demo", "-o", os.path.join(work, "ossian"), "--no-view", "--quiet")
    print(run("node", "example.js", os.path.join(work, "ossian/hero.glb"), cwd=work))
    # Bundled, as a page would have it.
    vite = os.path.join(ROOT, "apps/web/node_modules/vite/bin/vite.js")
    if os.path.exists(vite):
        with open(os.path.join(work, "index.html"), "w", encoding="ascii") as file:
            file.write('<!doctype html><script type="module">import { Ossuary } from "@ossuary/core"; '
                       "document.title = (await Ossuary.start()).version;</script>\n")
        run("node", vite, "build", "--base", "./", "--logLevel", "warn", cwd=work)
        assets = os.listdir(os.path.join(work, "dist/assets"))
        expect(sum(name.endswith(".wasm") for name in assets) == 2, f"the bundle has {assets}")


# ---- site

def site_links(out, work):
    """Every link and anchor leads somewhere on the site."""
    folder = unpacked_site(out, work)
    anchors = {}
    for path in glob.glob(os.path.join(folder, "**/*.html"), recursive=True):
        if "/docs/cpp/" in path:
            continue  # Doxygen's own
        text = read(path)
        anchors[path] = (set(re.findall(r' id="([^"]+)"', text)), re.findall(r'(?:href|src)="([^"]+)"', text))
    broken = []
    for path, (_, links) in anchors.items():
        for link in links:
            target, _, anchor = link.partition("#")
            if re.match(r"https?:|data:", link):
                continue
            place = os.path.normpath(os.path.join(os.path.dirname(path), target)) if target else path
            if not os.path.isfile(place) or (anchor and anchor not in anchors.get(place, ({anchor},))[0]):
                broken.append(f"{os.path.relpath(path, folder)}: {link}")
    expect(not broken, "these lead nowhere:\n" + "\n".join(broken))
    check_papers(folder, ["three", "wasi-libc"])
    shown = read(os.path.join(folder, "docs/reference.html"))
    expect('id="convert"' in shown and "--root-motion" in shown, "the reference of the command is not there")
    expect("Actor" in read(os.path.join(folder, "docs/cpp/annotated.html")), "the reference of the library is not there")


def unpacked_site(out, work):
    with tarfile.open(one(out, "ossuary-*-site.tar.gz")) as archive:
        archive.extractall(work)
    return one(work, "ossuary-*-site")


def site_opened(out, work):
    folder = unpacked_site(out, work)
    if not shutil.which("chromium") and "OSSUARY_CHROMIUM" not in os.environ:
        raise Skip("no Chromium is installed")
    print(run("node", os.path.join(ROOT, "tests/house/site_test.mjs"), folder))


# ---- all

def same_again(kind, out, work):
    run(os.path.join(ROOT, "tools/package"), kind, "--no-build", "-o", work)
    for name in os.listdir(work):
        expect(filecmp.cmp(os.path.join(out, name), os.path.join(work, name), False), f"{name} has other bytes the second time")


TESTS = {
    "deb": [("deb: lintian has no errors", deb_lintian),
            ("deb: installed in an empty root, used, built against, purged without remains", deb_used)],
    "tar": [("tar: runs where there is only the C library", tar_alone)],
    "zip": [("zip: runs under Wine from a path with spaces", zip_under_wine)],
    "npm": [("npm: installed into an empty project, run by Node, bundled", npm_installed)],
    "site": [("site: links and papers", site_links), ("site: opened in Chromium from a sub-path, without a network", site_opened)],
}


def attempt(name, test, *arguments):
    with tempfile.TemporaryDirectory() as work:
        os.chmod(work, 0o755)
        try:
            test(*arguments, work)
        except Skip as reason:
            print(f"skip {name}: {reason}", flush=True)
        except (Failure, OSError, KeyError, ValueError, subprocess.TimeoutExpired) as error:
            print(f"FAIL {name}: {error}", flush=True)
            return False
        else:
            print(f"ok {name}", flush=True)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--made", metavar="DIR", help="packages that are made already")
    options = parser.parse_args()
    out = options.made or os.path.join(ROOT, "build/packages")
    if not options.made:
        shutil.rmtree(out, ignore_errors=True)
    good = True
    for kind in options.kinds or KINDS:
        if not options.made:
            made = subprocess.run([os.path.join(ROOT, "tools/package"), kind, "-o", out], check=False)
            if made.returncode != 0:
                print(f"FAIL {kind}: it could not be made", flush=True)
                good = False
                continue
            good = attempt(f"{kind}: the same bytes again", lambda work, kind=kind: same_again(kind, out, work)) and good
        for name, test in TESTS[kind]:
            good = attempt(name, test, out) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
