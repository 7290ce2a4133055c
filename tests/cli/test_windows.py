"""What differs on Windows: paths, names, line ends, files in use, Ctrl-C, the registry. Run under Wine, with a runner."""

import os
import shutil
import signal
import struct
import subprocess
import sys
import time
import urllib.request

from harness import ANIM, MESH, Failed, expect, expect_in
from test_view import PAGE, Viewer

SYSTEM_DLLS = {"KERNEL32.DLL", "MSVCRT.DLL", "SHELL32.DLL", "WS2_32.DLL", "ADVAPI32.DLL", "CRYPT32.DLL", "OLE32.DLL", "USER32.DLL"}


def on_drive(bench, name):
    """A path as Windows writes it: Wine's drive Z: is the root."""
    return "Z:" + bench.path(name).replace("/", "\\")


def wine(bench, *arguments, **more):
    return subprocess.run([bench.command[0], *arguments], cwd=bench.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False, timeout=60, **more)


def test_one_file_without_libraries_beside_it(bench):
    listed = subprocess.run(["x86_64-w64-mingw32-objdump", "-p", bench.command[-1]], stdout=subprocess.PIPE, text=True, check=True)
    used = {line.split()[-1].upper() for line in listed.stdout.splitlines() if "DLL Name:" in line}
    expect(used and used <= SYSTEM_DLLS, f"uses {sorted(used - SYSTEM_DLLS)}")


def test_it_has_its_icons(bench):
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    with open(bench.command[-1], "rb") as file:
        program = file.read()
    for picture in ["apps/web/page/public/icon.svg", "apps/cli/desktop/ossuary-character.svg"]:
        subprocess.run([sys.executable, "-B", os.path.join(root, "tools/packaging/icon.py"), os.path.join(root, picture), bench.path("x.ico")],
                       check=True)
        icon = bench.read("x.ico")
        count = int.from_bytes(icon[4:6], "little")
        expect(count >= 6, f"{picture}: {count} sizes")
        for entry in range(6, 6 + 16 * count, 16):
            size, at = struct.unpack_from("<II", icon, entry + 8)
            expect(icon[at:at + size] in program, f"{picture}: the size of {icon[entry]} is missing")


def test_names_with_blanks_and_umlauts(bench):
    bench.write("Bäume im Süden/große Eiche.md5mesh", MESH)
    done = bench.run("convert", "Bäume im Süden/große Eiche.md5mesh", "-o", "Ausgabe für später/żółw 木.glb")
    expect_in("Ausgabe für später/żółw 木.glb", done.out)
    expect(bench.read("Ausgabe für später/żółw 木.glb")[:4] == b"glTF", "it was written")
    expect(bench.run("info", "Ausgabe für später/żółw 木.glb", "--json").json()["source"].endswith("żółw 木.glb"), "info reads it")
    expect_in("große Eiche.md5mesh", bench.run("verify", "Bäume im Süden").out)


def test_long_paths(bench):
    deep = "/".join(f"a folder with a long name, number {i}" for i in range(9))
    expect(len(bench.path(deep)) > 320, "longer than the old limit")
    bench.write("small.md5mesh", MESH)
    bench.run("convert", "small.md5mesh", "-o", deep + "/new/x.glb")
    bench.run("info", deep + "/new/x.glb")
    bench.run("convert", on_drive(bench, deep + "/new/x.glb"), "-o", on_drive(bench, deep + "/new/y.glb"))
    bench.run("convert", "\\\\?\\" + on_drive(bench, deep + "/new/x.glb"), "-o", "again.glb")
    expect(bench.files(deep) == ["new/x.glb", "new/y.glb"], f"{bench.files(deep)}")
    # Folders as long are listed, walked and made into archives.
    expect_in("new/x.glb", bench.run("ls", deep).out)
    expect_in("2 ", bench.run("verify", deep).out)
    bench.run("convert", deep + "/new", "-o", deep + "/all/{name}.md5mesh")
    expect(bench.files(deep + "/all") == ["x.md5mesh", "y.md5mesh"], f"{bench.files(deep + '/all')}")
    bench.run("archive", deep + "/new", "-o", deep + "/glb.vdf")
    bench.run("extract", deep + "/glb.vdf", "-o", "out of it")
    expect([name.lower() for name in bench.files("out of it")] == ["x.glb", "y.glb"], f"{bench.files('out of it')}")


def test_drive_letters_and_backslashes(bench):
    bench.write("in/small.md5mesh", MESH)
    for path in [on_drive(bench, "in/small.md5mesh"), "z:" + bench.path("in/small.md5mesh"), "in\\small.md5mesh", ".\\in/small.md5mesh"]:
        expect(bench.run("info", path, "--json").json()["format"] == "md5mesh", path)
    report = bench.run("convert", "in\\small.md5mesh", "-o", on_drive(bench, "out\\x.glb"), "--json").json()
    expect_in("/out/x.glb", str(report))
    bench.run("archive", "in", "-o", "a.vdf")
    expect(bench.run("cat", "a.vdf\\small.md5mesh").bytes == MESH.encode(), "through an archive")
    expect(bench.run("cat", on_drive(bench, "a.vdf\\small.md5mesh")).bytes == MESH.encode(), "through an archive on a drive")


def test_names_are_found_whatever_their_letters(bench):
    bench.write("Small.md5mesh", MESH)
    bench.write("Small.md5anim", ANIM)
    bench.run("convert", "SMALL.MD5MESH", "sMALL.md5ANIM", "-o", "x.glb")
    expect_in("exists; --force", bench.run("convert", "small.md5mesh", "-o", "X.GLB", status=1).err)


def test_wildcards_name_files(bench):
    for name in ["a", "b", "c"]:
        bench.write(f"in/{name}.md5mesh", MESH)
    facts = bench.run("info", "in\\*.md5mesh", "--json").json()
    expect([fact["source"] for fact in facts] == ["a.md5mesh", "b.md5mesh", "c.md5mesh"], f"{facts}")
    bench.run("archive", "in", "-o", "all.vdf")
    bench.run("extract", "all.vdf", "?.MD5MESH", "-o", "out")
    expect(len(bench.files("out")) == 3, "what names no file here goes on as it is")


def test_devices_are_no_files(bench):
    bench.write("small.md5mesh", MESH)
    bench.run("convert", "small.md5mesh", "-o", "NUL", "--to", "glb")
    expect(bench.files() == ["small.md5mesh"], f"{bench.files()}")
    # A colon in the name of a clip would write a stream beside a file that nobody sees.
    bench.write("a_b.md5anim", ANIM)
    bench.run("convert", "small.md5mesh", "a_b.md5anim", "-o", "m.glb")
    bench.write("m.glb", bench.read("m.glb").replace(b'"a_b"', b'"a:b"'))
    bench.run("convert", "m.glb", "-o", "out/{clip}.md5anim")
    expect(bench.files("out") == ["a_b.md5anim"], f"{bench.files('out')}")


def test_text_has_the_same_line_ends(bench):
    bench.write("small.md5mesh", MESH)
    for arguments in [("info", "small.md5mesh"), ("dump", "small.md5mesh"), ("--help",), ("formats",)]:
        expect(b"\r" not in bench.run(*arguments).bytes, f"{arguments[0]}: no carriage returns")
    bench.run("convert", "small.md5mesh", "-o", "again.md5mesh")
    expect(bench.read("again.md5mesh") == MESH.encode(), "byte for byte")
    given = bench.run("info", "-", "--json", given=MESH.encode()).json()
    expect(given["format"] == "md5mesh", "standard input is bytes")
    through = bench.run("convert", "small.md5mesh", "-o", "-", "--to", "glb").bytes
    expect(int.from_bytes(through[8:12], "little") == len(through), "and so is standard output")


class Holder:
    """A program that has a file open, and lets others do with it what `shared` allows."""

    SOURCE = """#include <stdio.h>
#include <stdlib.h>
#include <windows.h>
int main(int argc, char** argv) {
    HANDLE file = CreateFileA(argv[1], GENERIC_READ, atoi(argv[2]), NULL, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
    puts(argc == 3 && file != INVALID_HANDLE_VALUE ? "held" : "not held");
    fflush(stdout);
    getchar();
    return 0;
}
"""
    NOTHING, READ_AND_WRITE, EVERYTHING = 0, 3, 7

    def __init__(self, bench, name, shared):
        program = bench.path("tools/hold.exe")
        if not os.path.exists(program):
            bench.write("tools/hold.c", self.SOURCE)
            subprocess.run(["x86_64-w64-mingw32-gcc-posix", bench.path("tools/hold.c"), "-o", program], check=True)
        self.process = subprocess.Popen([bench.command[0], program, name, str(shared)], cwd=bench.folder,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        said = self.process.stdout.readline().strip()
        expect(said == b"held", f"{said!r}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.communicate(b"\n", timeout=60)


def test_a_file_in_use_is_not_replaced(bench):
    bench.write("small.md5mesh", MESH)
    for shared in [Holder.NOTHING, Holder.READ_AND_WRITE]:
        bench.write("held.glb", "precious")
        with Holder(bench, "held.glb", shared):
            done = bench.run("convert", "small.md5mesh", "-o", "held.glb", "--force", status=1)
            expect_in("held.glb: is in use by another program", done.err)
            expect(bench.read("held.glb") == b"precious", "it is as it was")
            expect(bench.files() == ["held.glb", "small.md5mesh", "tools/hold.c", "tools/hold.exe"], f"{bench.files()}")
        bench.run("convert", "small.md5mesh", "-o", "held.glb", "--force")
        expect(bench.read("held.glb")[:4] == b"glTF", "replaced when nobody holds it")


def test_a_file_whose_reader_shares_it_is_replaced(bench):
    bench.write("small.md5mesh", MESH)
    bench.write("held.glb", "old")
    with Holder(bench, "held.glb", Holder.EVERYTHING):
        bench.run("convert", "small.md5mesh", "-o", "held.glb", "--force")
        expect(bench.read("held.glb")[:4] == b"glTF", "replaced")
    expect(bench.files() == ["held.glb", "small.md5mesh", "tools/hold.c", "tools/hold.exe"], f"{bench.files()}")


def test_a_file_that_cannot_be_read_says_so(bench):
    bench.write("small.md5mesh", MESH)
    with Holder(bench, "small.md5mesh", Holder.NOTHING):
        expect_in("small.md5mesh: ", bench.run("info", "small.md5mesh", status=1).err)
    bench.run("info", "small.md5mesh")


def test_a_mapped_archive(bench):
    content = bytes(range(256)) * (20 << 12)  # larger than what is read at once
    bench.write("in/LARGE.DAT", content)
    bench.write("in/SMALL.DAT", b"small")
    bench.run("archive", "in", "-o", "large.vdf")
    expect(bench.run("cat", "large.vdf/LARGE.DAT").bytes == content, "its bytes")
    with Viewer(bench, "large.vdf") as viewer:
        expect(viewer.ask("session/file/large.vdf/SMALL.DAT")[1] == b"small", "served out of it")
        expect(viewer.ask("session/file/large.vdf/LARGE.DAT")[1] == content, "served out of it")


def test_an_interrupt_ends_the_viewer(bench):
    viewer = Viewer(bench)
    expect(viewer.ask("")[0].status == 200, "it answers")
    viewer.process.send_signal(signal.SIGINT)
    viewer.process.communicate(timeout=30)
    expect(viewer.process.returncode == 0, f"status {viewer.process.returncode}")


def test_an_interrupt_leaves_nothing(bench):
    for i in range(200):
        bench.write(f"many/m{i}.md5mesh", MESH)
    bench.write("large/LARGE.DAT", bytes(range(256)) * (96 << 12))
    cases = [(("convert", "many", "-o", "out/{name}.glb", "--force", "--quiet", "--jobs", "2"), 1),
             (("archive", "large", "-o", "out/large.vdf", "--force", "--quiet"), 1)]
    for arguments, least in cases:
        os.makedirs(bench.path("out"), exist_ok=True)
        process = bench.start(*arguments)
        # As soon as there is something that must not stay.
        while process.poll() is None and sum(".ossuary-" in name for name in os.listdir(bench.path("out"))) < least:
            time.sleep(0.002)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        left = bench.files("out")
        expect(process.returncode != 0, f"{arguments[0]} had ended before: {left[:5]}")
        expect(not any("ossuary-" in name for name in left), f"{arguments[0]} leaves {left}")
        for name in left:
            content = bench.read("out/" + name)
            expect(content[:4] == b"glTF" and int.from_bytes(content[8:12], "little") == len(content), f"{name} is half")


def test_without_arguments_it_is_the_viewer(bench):
    bench.write("share/ossuary/web/index.html", PAGE)
    shutil.copy(bench.command[-1], bench.path("ossuary.exe"))
    bench.command[-1] = bench.path("ossuary.exe")
    process = bench.start()
    try:
        lines = []
        while not lines or not lines[-1].startswith("http"):
            line = process.stdout.readline().decode()
            if not line:
                raise Failed(f"it ended: {lines} {process.stderr.read()!r}")
            lines.append(line.strip())
        expect_in("opens its viewer in your browser", lines[0])
        with urllib.request.urlopen(lines[-1]) as answer:
            expect_in('content="view"', answer.read().decode())
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)


def test_file_types_are_registered_and_taken_back(bench):
    ours = "HKCU\\Software\\Classes\\"
    wine(bench, "reg", "add", ours + ".glb", "/ve", "/d", "Somebody.Else", "/f")
    try:
        done = bench.run("register")
        expect_in(".md5mesh", done.out)
        expect(b"Ossuary.File" in wine(bench, "reg", "query", ours + ".md5mesh", "/ve").stdout, "what was free is ours")
        expect(b"Somebody.Else" in wine(bench, "reg", "query", ours + ".glb", "/ve").stdout, "what was taken stays")
        command = wine(bench, "reg", "query", ours + "Ossuary.File\\shell\\open\\command", "/ve").stdout
        expect(b'ossuary.exe" view "%1"' in command, f"{command!r}")
        icon = wine(bench, "reg", "query", ours + "Ossuary.File\\DefaultIcon", "/ve").stdout
        expect(b'ossuary.exe",-2' in icon, f"{icon!r}")
        expect_in(".md5mesh", str(bench.run("unregister", "--json").json()["extensions"]))
        expect(wine(bench, "reg", "query", ours + ".md5mesh").returncode != 0, "nothing is left of it")
        expect(wine(bench, "reg", "query", ours + "Ossuary.File").returncode != 0, "nor of the type")
        expect(b"Somebody.Else" in wine(bench, "reg", "query", ours + ".glb", "/ve").stdout, "what was there before is")
    finally:
        wine(bench, "reg", "delete", ours + ".glb", "/f")
