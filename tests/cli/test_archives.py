"""Archives: listing, taking out, packing, paths through them, mounted games; and that nothing lands where it should not."""

import json
import os
import struct
import subprocess
import zlib

from harness import ANIM, MESH, Skip, expect, expect_in, posix_only

LAST, DIRECTORY = 0x40000000, 0x80000000


def vdf(records, data=b"", flags=0x50, time=0x2D65BBB3):
    """An archive record by record: (name, offset, size, type)."""
    head = b"\x1a" * 256 + b"PSVDSC_V2.00\n\r\n\r" + struct.pack("<6I", len(records), 1, time, 0, 296, flags)
    return head + b"".join(name.ljust(64) + struct.pack("<4I", offset, size, kind, 0x20) for name, offset, size, kind in records) + data


def data_at(count):
    return 296 + 80 * count


def flat(names, time=0x2D65BBB3, content=b"x"):
    """An archive of one directory whose files all hold the same."""
    at = data_at(len(names))
    return vdf([(name, at, len(content), LAST if i == len(names) - 1 else 0) for i, name in enumerate(names)], content, time=time)


def tree(bench, folder, files):
    for name, content in files.items():
        bench.write(os.path.join(folder, name), content)


def test_a_folder_comes_back_from_an_archive(bench):
    tree(bench, "in", {"_WORK/DATA/ANIMS/HUMANS.MDS": "script", "_WORK/DATA/X.WAV": b"w" * 9000, "EMPTY.TXT": "", "BIG.BIN": b"b" * 30000})
    for more, packed in ([], False), (["--zip"], True):
        bench.run("archive", "in", "-o", "a.vdf", "--force", *more)
        expect((len(bench.read("a.vdf")) < 20000) == packed, "zip makes it smaller, and nothing else does")
        bench.run("extract", "a.vdf", "-o", "out", "--force")
        expect(bench.files("out") == bench.files("in"), f"{bench.files('out')}")
        for name in bench.files("in"):
            expect(bench.read("in/" + name) == bench.read("out/" + name), name)
        expect_in("identical", bench.run("verify", "a.vdf").out)
        bench.run("archive", "out", "-o", "again.vdf", "--force", *more)
        expect(bench.read("again.vdf") == bench.read("a.vdf"), "the same files give the same bytes")


def test_archive_says_its_time_and_game(bench):
    tree(bench, "in", {"lower/case.txt": "x"})
    bench.run("archive", "in", "-o", "a.vdf", "--game", "g1", "--time", "2002-11-05 23:29:38", "--comment", "made here")
    head = bench.read("a.vdf")
    expect(head[:10] == b"made here\x1a" and head[256:272] == b"PSVDSC_V2.00\r\n\r\n", "comment and signature")
    expect(struct.unpack("<I", head[280:284])[0] == 0x2D65BBB3, "time stamp")
    expect(bench.run("ls", "a.vdf").out == "LOWER/CASE.TXT\n", "names become upper case")
    bench.run("archive", "in", "-o", "b.vdf", environment={"SOURCE_DATE_EPOCH": "1036538978"})
    expect(struct.unpack("<I", bench.read("b.vdf")[280:284])[0] == 0x2D65BBB3, "SOURCE_DATE_EPOCH")
    bench.run("archive", "in", "-o", "c.vdf", environment={"SOURCE_DATE_EPOCH": "soon"}, status=2)
    bench.run("archive", "in", "-o", "c.vdf", "--time", "yesterday", status=2)
    bench.run("archive", "in", "-o", "mine", "--mod")
    expect(os.path.exists(bench.path("mine.mod")), "a mod is called .mod")
    bench.run("archive", "in", "-o", "mine.vdf", "--mod", status=2)
    expect_in("exists; --force", bench.run("archive", "in", "-o", "a.vdf", status=1).err)


def test_names_an_archive_cannot_hold_are_refused(bench):
    for name in "a:b", "n" * 65, "x?":
        tree(bench, "in", {name: "x"})
        expect_in(name, bench.run("archive", "in", "-o", "a.vdf", status=1).err)
        os.remove(bench.path("in/" + name))
    tree(bench, "in", {"a.txt": "1", "A.TXT": "2"})
    expect_in("upper and lower case are the same", bench.run("archive", "in", "-o", "a.vdf", status=1).err)
    expect(not os.path.exists(bench.path("a.vdf")), "and nothing is left")


def test_the_samples_are_listed_and_taken_out(bench):
    for sample in "basic.vdf", "basic_zipped.vdf":
        path = bench.sample("zengin/" + sample)
        with open(os.path.join(bench.shared, "golden", f"zengin-{sample}.json"), encoding="utf-8") as file:
            entries = [entry for entry in json.load(file)["entries"] if not entry.get("dir")]
        rows = bench.run("ls", path, "--json").json()
        expect({(r["path"], r["bytes"]) for r in rows} == {(e["path"], e["size"]) for e in entries}, f"{rows}")
        bench.run("extract", path, "-o", sample + "-out")
        for entry in entries:
            content = bench.read(f"{sample}-out/{entry['path']}")
            expect(f"{zlib.crc32(content):08x}" == entry["crc32"], entry["path"])
            expect(bench.run("cat", f"{path}/{entry['path'].lower()}").bytes == content, "cat, whatever the case")
        expect(bench.run("ls", path + "/licenses", "--glob", "*.md").out.count("\n") == 3, "a folder within")
        info = bench.run("info", path, "--json").json()
        expect(info["file_count"] == 5 and info["zipped"] == ("zipped" in sample), f"{info}")
        dumped = bench.run("dump", path).bytes
        bench.write("d.json", dumped)
        bench.run("build", "d.json", "-o", "built.vdf", "--force")
        with open(path, "rb") as file:
            expect(bench.read("built.vdf") == file.read(), "dump and build")
    same = bench.run("diff", bench.sample("zengin/basic.vdf"), bench.sample("zengin/basic_zipped.vdf"), "--json", status=1).json()
    expect({d["path"] for d in same["differences"]} == {"timestamp", "zipped"}, f"the contents are the same: {same['differences']}")


def test_bad_archives_are_refused_in_plain_words(bench):
    with open(os.path.join(os.path.dirname(bench.sample("zengin/bad")), "../../golden/zengin-bad-input.json"), encoding="utf-8") as file:
        expected = {name: entry["error"] for name, entry in json.load(file).items() if name.startswith("bad-vdf")}
    for name, error in expected.items():
        path = bench.sample("zengin/bad/" + name)
        words = error.split(" (")[0].replace("extract: ", "")  # what stands in brackets is a remark
        told = bench.run("extract", path, "-o", "out", status=1).err
        expect_in(words.removeprefix("vdf: "), told, name)
        expect("[vdf]" in told or not words.startswith("vdf: "), told)  # the code is at the end
        expect(bench.files() == [], f"{name} left {bench.files()}")
    expect_in("EVIL.TXT", bench.run("ls", bench.sample("zengin/bad/bad-vdf-traversal.vdf")).out)


def test_nothing_is_written_outside(bench):
    names = [b"..", b"../up.txt", b"..\\up.txt", b"/abs.txt", b"C:\\drive.txt", b"NUL", b"com1.txt", b"ctl\x01", b"nul\0in",
             b"dot.", b"a/../../up.txt", b"good.txt", b"\xe4.txt"]
    bench.write("sub/a.vdf", flat(names))
    done = bench.run("extract", "sub/a.vdf", "-o", "sub/out", "--json", status=1)
    rows = done.json()["files"]
    expect(sum("error" in row for row in rows) == len(names) - 3, f"{rows}")  # two of them are the same path
    expect(all(os.path.exists(bench.path(row["output"])) for row in rows if row["name"] == "good.txt"), f"{rows}")
    expect(all("unsafe path" in row["error"]["message"] for row in rows if "error" in row), f"{rows}")
    written = sorted(os.fsencode(name) for name in bench.files())
    expect(written == [b"sub/a.vdf", b"sub/out/good.txt", "sub/out/ä.txt".encode()], f"{written}")


def test_names_are_utf8_outside_and_latin1_within(bench):
    bench.write("a.vdf", vdf([(b"STRA\xdfE", 1, 0, DIRECTORY | LAST), (b"\xc4PFEL.TXT", data_at(3), 1, 0),
                              (b"\xc3\xa4.TXT", data_at(3) + 1, 1, LAST)], b"12"))
    bench.run("extract", "a.vdf", "-o", "out")
    expect(sorted(bench.files("out")) == ["STRAßE/Ã¤.TXT", "STRAßE/ÄPFEL.TXT"], f"{bench.files('out')}")
    expect(bench.run("cat", "a.vdf/straße/ÄPFEL.TXT").bytes == b"1", "it is found by that name")
    bench.run("archive", "out", "-o", "b.vdf")
    bench.run("extract", "b.vdf", "-o", "again")
    expect(bench.files("again") == bench.files("out"), f"{bench.files('again')}")
    packed = bench.read("b.vdf")
    for name in (b"STRA\xdfE", b"\xc4PFEL.TXT", b"\xc3\xa4.TXT"):
        expect(name.ljust(64) in packed, f"{name}")
    bench.write("in/\u0416.txt", "x")
    expect_in("beyond Latin-1", bench.run("archive", "in", "-o", "c.vdf", status=1).err)


def test_names_that_differ_in_case_alone_become_one_file(bench):
    bench.write("a.vdf", vdf([(b"X.TXT", data_at(2), 1, 0), (b"x.txt", data_at(2) + 1, 1, LAST)], b"12"))
    done = bench.run("extract", "a.vdf", "-o", "out")
    expect_in("duplicate name, the last one counts: x.txt", done.err)
    expect(bench.files("out") == ["x.txt"] and bench.read("out/x.txt") == b"2", f"{bench.files('out')}")


@posix_only("Windows: Wine shows links as what they lead to")
def test_links_in_the_target_lead_nowhere(bench):
    bench.write("outside/keep.txt", "kept")
    bench.write("a.vdf", vdf([(b"D", 2, 0, DIRECTORY), (b"L.TXT", data_at(3), 1, LAST), (b"F.TXT", data_at(3), 1, LAST)], b"x"))
    os.makedirs(bench.path("out"))
    os.symlink("../outside", bench.path("out/D"))
    os.symlink("../outside/keep.txt", bench.path("out/L.TXT"))
    done = bench.run("extract", "a.vdf", "-o", "out", "--force", status=1)
    expect(done.err.count("leads out") == 2, done.err)
    expect(bench.files("outside") == ["keep.txt"] and bench.read("outside/keep.txt") == b"kept", "untouched")


def test_existing_files_are_kept(bench):
    bench.write("a.vdf", flat([b"A.TXT", b"B.TXT"]))
    bench.write("out/A.TXT", "mine")
    expect_in("exists; --force", bench.run("extract", "a.vdf", "-o", "out", status=1).err)
    expect(bench.read("out/A.TXT") == b"mine" and bench.read("out/B.TXT") == b"x", "the rest is done")
    bench.run("extract", "a.vdf", "-o", "out", "--force")
    expect(bench.read("out/A.TXT") == b"x", "--force replaces")


def test_limits_hold_and_can_be_turned(bench):
    bench.write("a.vdf", flat([b"A.TXT", b"B.TXT", b"C.TXT"], content=b"x" * 2000))
    expect_in("more than --max-file allows", bench.run("extract", "a.vdf", "-o", "out", "--max-file", "1k", status=1).err)
    expect(not os.path.exists(bench.path("out")), "nothing")
    done = bench.run("extract", "a.vdf", "-o", "out", "--max-total", "4kb", status=1)
    expect(done.err.count("--max-total") == 1 and bench.files("out") == ["A.TXT", "B.TXT"], f"{bench.files('out')}")


def test_a_full_disk_leaves_whole_files_only(bench):
    folder = bench.path("small")
    os.makedirs(folder)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], stderr=subprocess.DEVNULL, check=False).returncode:
        raise Skip("a small disk cannot be mounted here")
    try:
        bench.write("a.vdf", flat([b"%d.BIN" % i for i in range(8)], content=b"x" * 20000))
        done = bench.run("extract", "a.vdf", "-o", "small/out", "-j", "1", status=1)
        expect_in("No space left", done.err)
        left = bench.files("small/out")
        expect(0 < len(left) < 8 and all(bench.read("small/out/" + name) == b"x" * 20000 for name in left), f"{left}")
        expect_in("No space left", bench.run("archive", "small/out", "-o", "small/b.vdf", status=1).err)
        expect(not os.path.exists(bench.path("small/b.vdf")), "no half archive")
    finally:
        subprocess.run(["umount", folder], check=True)


def test_an_archive_is_a_folder_for_every_verb(bench):
    tree(bench, "in", {"MODEL/SMALL.MD5MESH": MESH, "MODEL/SMALL.MD5ANIM": ANIM, "IN.VDF": flat([b"DEEP.TXT"], content=b"deep")})
    bench.run("archive", "in", "-o", "a.vdf", "--zip")
    expect(bench.run("cat", "a.vdf/in.vdf/deep.txt").bytes == b"deep", "an archive in an archive")
    expect(bench.run("ls", "a.vdf/IN.VDF").out == "DEEP.TXT\n", "listed")
    expect(bench.run("info", "a.vdf/model/small.md5mesh", "--json").json()["format"] == "md5mesh", "info")
    expect_in("2 identical", bench.run("verify", "a.vdf/MODEL").out)
    bench.run("convert", "a.vdf/MODEL/SMALL.MD5MESH", "a.vdf/MODEL/SMALL.MD5ANIM", "-o", "out.glb", "--quiet")
    bench.run("diff", "a.vdf/MODEL/SMALL.MD5MESH", "in/MODEL/SMALL.MD5MESH")
    bench.run("extract", "a.vdf/MODEL", "-o", "some", "*.MD5ANIM")
    expect(bench.files("some") == ["MODEL/SMALL.MD5ANIM"], f"{bench.files('some')}")
    for wrong in "a.vdf/nothing", "a.vdf/MODEL/../IN.VDF", "a.vdf/in.vdf/nothing", "b.vdf/x":
        expect_in(f"{wrong}: No such file", bench.run("cat", wrong, status=1).err)
    expect_in("deep.txt: is no archive", bench.run("cat", "a.vdf/in.vdf/deep.txt/x", status=1).err)
    expect_in("Is a directory", bench.run("cat", "a.vdf/MODEL", status=1).err)


def game(bench):
    bench.write("g/Data/base.vdf", flat([b"A.TXT", b"B.TXT", b"C.TXT"], time=300 << 16, content=b"base"))
    bench.write("g/Data/modvdf/my.mod", flat([b"A.TXT", b"B.TXT"], time=200 << 16, content=b"mod"))
    bench.write("g/_work/Data/A.TXT", "loose")
    bench.write("g/System/None.ini", "[FILES]\nVDF=other.mod\n")


def test_a_game_says_who_wins_and_why(bench):
    game(bench)
    lines = bench.run("ls", "--game", "g", "--long").out.splitlines()
    by_path = {line.split()[3]: line for line in lines}
    expect(set(by_path) == {"A.TXT", "B.TXT", "C.TXT", "_WORK/Data/A.TXT"}, f"{lines}")
    expect_in("Data/modvdf/my.mod  hides Data/base.vdf (a mod beats an archive of the game)", by_path["A.TXT"])
    expect("hides" not in by_path["C.TXT"], by_path["C.TXT"])

    def winner(name, *more):
        return bench.run("cat", name, "--game", "g", *more).out

    expect([winner(n) for n in ("a.txt", "b.txt", "c.txt")] == ["loose", "mod", "base"], "loose, mod, base")
    expect(winner("a.txt", "--loose-last") == "mod", "loose files as a last resort")
    expect(winner("b.txt", "--newest-first") == "base", "the reference engine's way")
    expect(bench.run("cat", "b.txt", "--game", "g/System/None.ini").out == "base", "a mod's ini names the mods there are")
    bench.write("m/B.TXT", "mounted")
    expect(winner("b.txt", "--mount", "m") == "mounted", "what is mounted comes first")
    expect(winner("b.txt", "--mount", "g/Data/base.vdf", "--mount", "m") == "base", "and of several the first")
    why = bench.run("info", "--why", "A.TXT", "--game", "g", "--json").json()[0]["candidates"]
    expect([c["volume"] for c in why] == ["_work", "Data/modvdf/my.mod", "Data/base.vdf"], f"{why}")
    expect(why[2]["why"] == "a loose file beats an archive of the game" and why[2]["crc32"] == f"{zlib.crc32(b'base'):08x}", f"{why}")
    expect_in("counts: a loose file beats a mod", bench.run("info", "--why", "A.TXT", "--game", "g").out)
    bench.run("extract", "*.txt", "--game", "g", "-o", "out")
    expect(bench.read("out/B.TXT") == b"mod" and bench.read("out/C.TXT") == b"base", "what counts is taken out")


def test_a_game_that_is_none_is_said_so(bench):
    bench.write("g/readme.txt", "x")
    expect_in("is no installed Gothic", bench.run("ls", "--game", "g", status=1).err)
    expect_in("ls wants a PATH", bench.run("ls", status=2).err)
    expect_in("--why asks", bench.run("info", "--why", "x", status=2).err)
    bench.write("g/Data/broken.vdf", "broken")
    bench.write("g/Data/good.vdf", flat([b"A.TXT"]))
    done = bench.run("ls", "--game", "g", status=None)
    expect_in("truncated header", done.err)
    expect(done.out == "A.TXT\n", "one that is broken costs itself")
