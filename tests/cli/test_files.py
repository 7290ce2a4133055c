"""Files are written whole or not at all, and nothing is lost on the way."""

import os
import shutil
import signal
import subprocess
import time

from harness import ANIM, MESH, Skip, expect, expect_in, posix_only


def small(bench):
    bench.write("small.md5mesh", MESH)
    bench.write("small.md5anim", ANIM)


def test_nothing_is_overwritten_without_force(bench):
    small(bench)
    bench.write("kept", "precious")
    shutil.copy(bench.path("small.md5mesh"), bench.path("dump.json"))
    bench.run("dump", "small.md5mesh", "-o", "real.json")
    for arguments in [("convert", "small.md5mesh", "-o", "out.glb"), ("dump", "small.md5mesh", "-o", "out.glb"),
                      ("build", "real.json", "-o", "out.glb"), ("plot", "small.md5anim", "-o", "out.svg")]:
        bench.write(arguments[-1], "precious")
        done = bench.run(*arguments, status=1)
        expect_in(f"{arguments[-1]}: exists; --force replaces it", done.err, "message")
        expect(bench.read(arguments[-1]) == b"precious", f"{arguments[0]} left it alone")
    bench.run("convert", "small.md5mesh", "-o", "out.glb", "--force")
    expect(bench.read("out.glb")[:4] == b"glTF", "--force replaces")


def test_a_refusal_comes_before_the_work(bench):
    bench.write("out.glb", "precious")
    bench.write("broken.md5mesh", "MD5Version 10\nnonsense")
    expect_in("exists", bench.run("convert", "broken.md5mesh", "-o", "out.glb", status=1).err, "message")


def test_no_file_is_left_after_an_error(bench):
    bench.write("broken.md5mesh", MESH.replace("tri 0 0 2 1", "tri 0 0 2 9"))
    done = bench.run("convert", "broken.md5mesh", "-o", "out.glb", status=1)
    expect_in("ossuary: broken.md5mesh:", done.err, "message")
    expect(bench.files() == ["broken.md5mesh"], f"{bench.files()}")


def test_the_rest_is_done_when_one_fails(bench):
    small(bench)
    bench.write("broken.md5mesh", "MD5Version 10\nnonsense")
    done = bench.run("convert", "broken.md5mesh", "small.md5mesh", "-o", "{name}.glb", status=1)
    expect_in("broken.md5mesh:2", done.err, "message")
    expect("small.glb" in bench.files() and "broken.glb" not in bench.files(), "the good one was written")
    facts = bench.run("info", "broken.md5mesh", "small.md5mesh", "missing.md5mesh", "--json", status=1)
    expect([("error" in f) for f in facts.json()] == [True, False], "the rest was told")
    expect_in("missing.md5mesh", facts.err, "message")


def test_a_missing_folder_is_made(bench):
    small(bench)
    bench.run("convert", "small.md5mesh", "-o", "new/deep/x.glb")
    expect("new/deep/x.glb" in bench.files(), f"{bench.files()}")
    bench.run("convert", "missing.md5mesh", "-o", "other/x.glb", status=1)
    expect(not os.path.exists(bench.path("other")), "not for what is not written")
    expect_in("'small.md5anim' is a file, not a folder",
              bench.run("convert", "small.md5mesh", "-o", "small.md5anim/x.glb", status=1).err)


@posix_only("Windows: Wine shows links as what they lead to")
def test_links_are_followed_and_kept(bench):
    small(bench)
    bench.write("real.glb", "old")
    os.symlink("real.glb", bench.path("link.glb"))
    bench.run("convert", "small.md5mesh", "-o", "link.glb", "--force")
    expect(os.path.islink(bench.path("link.glb")) and bench.read("real.glb")[:4] == b"glTF", "the target was replaced")


@posix_only("Windows: there are no such permissions")
def test_permissions_survive_replacement(bench):
    small(bench)
    bench.write("out.glb", "old")
    os.chmod(bench.path("out.glb"), 0o640)
    bench.run("convert", "small.md5mesh", "-o", "out.glb", "--force")
    expect(os.stat(bench.path("out.glb")).st_mode & 0o777 == 0o640, "the mode stays")


def test_two_inputs_never_share_an_output(bench):
    bench.write("a/same.md5mesh", MESH)
    bench.write("b/same.md5mesh", MESH)
    done = bench.run("convert", "a/same.md5mesh", "b/same.md5mesh", "-o", "{name}.glb", "--jobs", "1", status=1)
    expect_in("same.glb", done.err, "message")


def test_a_clips_name_cannot_choose_the_folder(bench):
    small(bench)
    bench.write("deep/..x.md5anim", ANIM)
    bench.run("convert", "small.md5mesh", "deep/..x.md5anim", "-o", "{clip}.md5anim")
    expect(not any(name.startswith(".") for name in bench.files()), f"{bench.files()}")


@posix_only("Windows: there is no such device")
def test_a_full_disk_leaves_nothing(bench):
    if os.geteuid() != 0 or not shutil.which("mount"):
        raise Skip("needs root to make a small file system")
    disk = bench.path("disk")
    os.mkdir(disk)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", disk], check=False,
                      stderr=subprocess.DEVNULL).returncode != 0:
        raise Skip("a small file system cannot be mounted here")
    try:
        # The file system holds a header but not the whole; the old file must survive.
        bench.write("disk/out.md5mesh", "old")
        many = "".join(f"\tvert {i} ( {i / 7} {i / 11} ) 0 1\n" for i in range(2000))
        big = MESH.replace("numverts 3", "numverts 2000").replace(
            MESH[MESH.index("\tvert 0"):MESH.index("\n\tnumtris")], many)
        bench.write("big.md5mesh", big)
        for force in [("--force",), ()]:
            done = bench.run("convert", "big.md5mesh", "-o", "disk/out.md5mesh" if force else "disk/new.md5mesh", *force,
                             status=1)
            expect_in("No space left", done.err, "message")
        expect(bench.files("disk") == ["out.md5mesh"] and bench.read("disk/out.md5mesh") == b"old", "the old file only")
    finally:
        subprocess.run(["umount", disk], check=False)


@posix_only("Windows: there is no such device")
def test_a_full_pipe_is_an_error(bench):
    small(bench)
    if not os.path.exists("/dev/full"):
        raise Skip("there is no /dev/full here")
    for arguments in [("info", "small.md5mesh"), ("dump", "small.md5mesh"), ("convert", "small.md5mesh", "-o", "-", "--to", "glb")]:
        with open("/dev/full", "wb") as full:
            done = subprocess.run([*bench.command, *arguments], cwd=bench.folder, stdout=full, stderr=subprocess.PIPE,
                                  check=False)
        expect(done.returncode == 1, f"{arguments[0]}: status {done.returncode}")
        expect(b"No space left" in done.stderr, f"{arguments[0]}: {done.stderr!r}")


@posix_only("Windows: other interrupts, tested by windows.an_interrupt_leaves_nothing")
def test_an_interrupt_leaves_no_half_file(bench):
    small(bench)
    for i in range(400):
        bench.write(f"many/m{i}.md5mesh", MESH)
    os.mkdir(bench.path("out"))
    for number in [signal.SIGINT, signal.SIGTERM]:
        for pause in [0.0, 0.01, 0.03, 0.06, 0.1]:
            process = bench.start("convert", "many", "-o", "out/{name}.glb", "--force", "--quiet", "--jobs", "2")
            time.sleep(pause)
            process.send_signal(number)
            process.communicate(timeout=60)
            expect(process.returncode in (-number, 0), f"ended by the signal, not {process.returncode}")
            for name in bench.files("out"):
                expect(name.endswith(".glb"), f"{name} was left")
                content = bench.read("out/" + name)
                expect(content[:4] == b"glTF" and int.from_bytes(content[8:12], "little") == len(content), f"{name} is half")


def test_many_files_give_the_same_output_for_any_number_of_jobs(bench):
    for i in range(30):
        bench.write(f"many/m{i}.md5mesh", MESH if i % 7 else "MD5Version 10\nnonsense")
    outputs = [bench.run("verify", "many", "--jobs", jobs, status=1).out for jobs in ["1", "2", "8"]]
    expect(outputs[0] == outputs[1] == outputs[2], "the same table")
    for jobs in ["1", "8"]:
        os.mkdir(bench.path("out" + jobs))
        bench.run("convert", "many", "-o", f"out{jobs}/{{name}}.glb", "--jobs", jobs, status=1)
    expect(bench.files("out1") == bench.files("out8") and len(bench.files("out1")) == 25, "the same files")
