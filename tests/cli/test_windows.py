"""What differs on Windows: paths, names, line ends, files in use, Ctrl-C, the registry. Run under Wine, with a runner."""

import os
import shutil
import signal
import subprocess
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
    expect_in("too long", bench.run("verify", deep, status=None).err)


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


def test_a_file_in_use_is_not_replaced(bench):
    bench.write("small.md5mesh", MESH)
    bench.write("out.glb", "precious")
    # A program that keeps it open, and lets nobody replace it.
    holder = subprocess.Popen([bench.command[0], "cmd", "/c", "ping -n 30 127.0.0.1 > held.glb"], cwd=bench.folder,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            if os.path.exists(bench.path("held.glb")):
                break
            time.sleep(0.05)
        done = bench.run("convert", "small.md5mesh", "-o", "held.glb", "--force", status=None)
        if done.status == 0:
            expect(bench.read("held.glb")[:4] == b"glTF", "replaced as a whole")
        else:
            expect_in("held.glb: ", done.err)
        expect(not any("ossuary-" in name for name in bench.files()), f"nothing is left: {bench.files()}")
    finally:
        holder.terminate()
        holder.wait(timeout=60)


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
    for pause in [0.3, 0.8, 1.3]:
        process = bench.start("convert", "many", "-o", "out/{name}.glb", "--force", "--quiet", "--jobs", "2")
        time.sleep(pause)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        for name in bench.files("out"):
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
        expect_in(".md5mesh", str(bench.run("unregister", "--json").json()["extensions"]))
        expect(wine(bench, "reg", "query", ours + ".md5mesh").returncode != 0, "nothing is left of it")
        expect(wine(bench, "reg", "query", ours + "Ossuary.File").returncode != 0, "nor of the type")
        expect(b"Somebody.Else" in wine(bench, "reg", "query", ours + ".glb", "/ve").stdout, "what was there before is")
    finally:
        wine(bench, "reg", "delete", ours + ".glb", "/f")
