"""The viewer's server: who may ask, what is answered, what changes; and pictures through a browser."""

import http.client
import json
import os
import shutil
import signal
import socket
import stat
import urllib.parse
import urllib.request

from harness import ANIM, MESH, Failed, expect, expect_in, posix_only

PAGE = '<!doctype html><head><meta name="ossuary-session" content="none"></head><script src="./assets/app.js"></script>'


class Viewer:
    """`ossuary view` with a page of our own, ended as a person ends it."""

    def __init__(self, bench, *arguments):
        bench.write("page/index.html", PAGE)
        bench.write("page/assets/app.js", "console.log('here')")
        bench.write("secret.txt", "not named")
        self.process = bench.start("view", *arguments, "--no-open", "--page", "page")
        self.url = self.process.stdout.readline().decode().strip()
        parts = urllib.parse.urlsplit(self.url)
        self.host, self.base = parts.netloc, parts.path

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=20)

    def connect(self):
        return http.client.HTTPConnection(self.host, timeout=20)

    def ask(self, path, headers=None, method="GET", at_root=False):
        connection = self.connect()
        # putrequest, not request: a path goes out as it is written here.
        connection.putrequest(method, path if at_root else self.base + path, skip_host=bool(headers and "Host" in headers))
        for name, value in (headers or {}).items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body

    def status(self, *arguments, **more):
        return self.ask(*arguments, **more)[0].status


def test_serves_the_page_and_the_named_files(bench):
    bench.write("set/walk.md5anim", ANIM)
    bench.write("small.md5mesh", MESH)
    with Viewer(bench, "small.md5mesh", "set") as viewer:
        expect(viewer.url.startswith("http://127.0.0.1:") and viewer.url.endswith("/"), viewer.url)
        expect(len(viewer.base) == 34, f"a token of 32 digits: {viewer.base}")
        answer, body = viewer.ask("")
        expect(answer.status == 200 and b'name="ossuary-session" content="view"' in body, f"{answer.status} {body}")
        expect_in("text/html", answer.getheader("Content-Type"))
        expect_in("frame-ancestors 'none'", answer.getheader("Content-Security-Policy"))
        expect(answer.getheader("X-Content-Type-Options") == "nosniff", "nosniff")
        expect_in("text/javascript", viewer.ask("assets/app.js")[0].getheader("Content-Type"))
        listed = json.loads(viewer.ask("session/files")[1])
        expect([file["path"] for file in listed["files"]] == ["set/walk.md5anim", "small.md5mesh"], f"{listed}")
        expect(listed["open"] == "small.md5mesh" and listed["files"][1]["size"] == len(MESH), f"{listed}")
        expect(viewer.ask("session/file/set/walk.md5anim")[1].decode() == ANIM, "the bytes of a file in a folder")


def test_refuses_whoever_has_no_token(bench):
    with Viewer(bench) as viewer:
        for path in ["/", "/index.html", "/" + "0" * 32 + "/", viewer.base[:-2] + "/", viewer.base.rstrip("/"), "/session/files"]:
            expect(viewer.status(path, at_root=True) == 403, f"{path} is refused")


def test_refuses_other_hosts_and_origins(bench):
    with Viewer(bench) as viewer:
        port = viewer.host.split(":")[1]
        for host in ["evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1.evil.example:{port}", "127.0.0.1:1"]:
            expect(viewer.status("", {"Host": host}) == 403, f"Host {host} is refused")
        expect(viewer.status("", {"Host": f"localhost:{port}"}) == 200, "localhost is this machine")
        for headers in [{"Origin": "http://evil.example"}, {"Origin": f"http://localhost:{port}"}, {"Origin": "null"},
                        {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}]:
            expect(viewer.status("session/files", headers) == 403, f"{headers} is refused")
        same = {"Origin": f"http://127.0.0.1:{port}", "Sec-Fetch-Site": "same-origin"}
        answer, _ = viewer.ask("session/files", same)
        expect(answer.status == 200, "the page itself may ask")
        expect(answer.getheader("Access-Control-Allow-Origin") is None, "no other origin is let in")


@posix_only("Windows: Wine shows links as what they lead to")
def test_gives_nothing_that_was_not_named(bench):
    bench.write("set/inside.md5mesh", MESH)
    os.symlink(bench.path("secret.txt"), bench.path("set/link.txt"))
    bench.write("set/.hidden/key", "hidden")
    with Viewer(bench, "set") as viewer:
        for path in ["session/file/secret.txt", "session/file/../secret.txt", "session/file/set/../../secret.txt",
                     "session/file/set/..%2f..%2fsecret.txt", "session/file/%2e%2e/secret.txt", "session/file//etc/passwd",
                     "session/file/set/link.txt", "session/file/set/.hidden/key", "session/file/set", "../secret.txt",
                     "..%2fsecret.txt", "assets/../../secret.txt", "%2fetc%2fpasswd", "session", "session/shot"]:
            answer, body = viewer.ask(path)
            expect(answer.status == 404 and b"not named" not in body, f"{path}: {answer.status} {body}")
        for method in ["POST", "PUT", "DELETE", "OPTIONS"]:
            expect(viewer.status("session/files", {"Content-Length": "0"}, method=method) == 405, f"{method} is refused")


def listed(viewer):
    return json.loads(viewer.ask("session/files")[1])["files"]


def test_every_name_can_be_asked_for(bench):
    names = ["a b", "ü", "x#y%41?", "new\nline", "quo\"te", "back\\slash"]
    for name in names:
        bench.write(f"set/{name}.md5mesh", name)
    with open(os.path.join(bench.path("set").encode(), b"lat\xfcin.md5mesh"), "wb") as file:
        file.write("latüin".encode())
    bench.write("set/empty.md5mesh", "")
    with Viewer(bench, "set") as viewer:
        paths = [file["path"] for file in listed(viewer)]
        expect(set(paths) == {f"set/{name}.md5mesh" for name in [*names, "latüin", "empty"]}, f"{paths}")
        for path in paths:
            answer, body = viewer.ask("session/file/" + urllib.parse.quote(path))
            name = path[len("set/"):-len(".md5mesh")]
            expect(answer.status == 200 and body.decode() == ("" if name == "empty" else name), f"{path}: {answer.status} {body}")


def test_a_large_file_costs_nothing_before_it_is_asked_for(bench):
    with open(bench.path("big.vdf"), "wb") as file:
        file.truncate(2 << 30)
    with Viewer(bench, "big.vdf") as viewer:
        expect(viewer.ask("session/file/big.vdf", method="HEAD")[0].getheader("Content-Length") == str(2 << 30), "its size")
        answer, body = viewer.ask("session/file/big.vdf", {"Range": f"bytes={(2 << 30) - 5}-"})
        expect(answer.status == 206 and body == bytes(5), f"{answer.status} {body}")
        with open(f"/proc/{viewer.process.pid}/status", encoding="ascii") as status:
            memory = next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
        expect(memory < 100_000, f"{memory} kB were in memory at once")


def test_a_range_is_held_against_the_size_of_the_file(bench):
    bench.write("a.md5mesh", "0123456789")
    with Viewer(bench, "a.md5mesh") as viewer:
        ask = lambda text: viewer.ask("session/file/a.md5mesh", {"Range": "bytes=" + text})
        for text, body in {"2-4": b"234", "7-": b"789", "-3": b"789", "8-99": b"89", "-99": b"0123456789"}.items():
            answer, got = ask(text)
            expect(answer.status == 206 and got == body, f"{text}: {answer.status} {got}")
        for text in ["10-", "10-20", "4096-65535", "1540096-1605631"]:
            answer, got = ask(text)
            expect(answer.status == 416 and got == b"", f"{text}: {answer.status} {got}")
            expect(answer.getheader("Content-Range") == "bytes */10", f"{answer.getheaders()}")
        expect(ask("0-1,4-5")[1] == b"0123456789", "several ranges: the whole")
        answer, body = viewer.ask("session/files", {"Range": "bytes=100000-200000"})
        expect(answer.status == 200 and body.startswith(b"{"), "what is no file has no ranges")


def test_files_in_archives(bench):
    bench.write("set/_WORK/hero.md5mesh", MESH)
    bench.write("set/_WORK/deep/walk.md5anim", ANIM)
    bench.run("archive", "set", "-o", "game.vdf")
    with Viewer(bench, "game.vdf/_WORK/HERO.md5mesh", "game.vdf/_WORK/") as viewer:
        paths = sorted(file["path"].lower() for file in listed(viewer))
        expect(paths == ["_work/deep/walk.md5anim", "_work/hero.md5mesh", "hero.md5mesh"], f"{paths}")
        for file in listed(viewer):
            expected = ANIM if file["path"].lower().endswith("anim") else MESH
            expect(viewer.ask("session/file/" + file["path"])[1].decode() == expected, file["path"])
    with Viewer(bench, "hero.md5mesh", "--mount", "game.vdf") as viewer:
        paths = sorted(file["path"].lower() for file in listed(viewer))
        expect(paths == ["hero.md5mesh", "mounted/_work/deep/walk.md5anim", "mounted/_work/hero.md5mesh"], f"{paths}")
        expect(json.loads(viewer.ask("session/files")[1])["open"].lower() == "hero.md5mesh", "the named file is shown")


def test_an_archive_is_listed_with_what_is_in_it(bench):
    bench.write("set/_WORK/hero.md5mesh", MESH)
    bench.write("data/loose.md5mesh", MESH)
    bench.run("archive", "set", "-o", "data/game.vdf")
    for named, front in [("data/game.vdf", ""), ("data", "data/")]:
        with Viewer(bench, named) as viewer:
            answer = json.loads(viewer.ask("session/files")[1])
            files = {file["path"].lower(): file for file in answer["files"]}
            inside = files[front + "game.vdf/_work/hero.md5mesh"]
            expect(inside["size"] == len(MESH), f"{inside}")
            expect(answer["volumes"][inside["volume"]]["priority"] > 0, f"{answer['volumes']}")
            expect("volume" not in files[front + "game.vdf"], "the archive lies on the disk")
            expect(viewer.ask("session/file/" + inside["path"])[1].decode() == MESH, "its bytes")


def test_files_of_one_beginning_come_in_one_answer(bench):
    for name in ["HERO-S_RUN", "HERO-S_WALK", "HERO2-S_RUN", "OTHER"]:
        bench.write(f"set/{name}.MAN", name)
    with Viewer(bench, "set") as viewer:
        answer, body = viewer.ask("session/batch/set/HERO-")
        size = int.from_bytes(body[:4], "little")
        expect(answer.status == 200 and json.loads(body[4:4 + size]) == [["set/HERO-S_RUN.MAN", 10], ["set/HERO-S_WALK.MAN", 11]], f"{body}")
        expect(body[4 + size:] == b"HERO-S_RUNHERO-S_WALK", f"{body}")
        for path in ["../secret", "secret", "/etc/"]:
            expect(viewer.ask("session/batch/" + path)[1] == b"\x02\0\0\0[]", f"nothing of {path}")


def test_what_a_file_refers_to_comes_along(bench):
    bench.run("demo", "-o", "demo", "--no-view", "--quiet")
    with Viewer(bench, "demo/gothic2/HERO.MDS") as viewer:
        paths = [file["path"] for file in listed(viewer)]
        expect("HERO.MDH" in paths and "HERO-S_RUN.MAN" in paths, f"{paths}")
        expect(not any(path.endswith(".glb") for path in paths), f"nothing else: {paths}")
        expect(json.loads(viewer.ask("session/files")[1])["open"] == "HERO.MDS", "the named file is shown")


def test_bad_requests_harm_nobody(bench):
    with Viewer(bench) as viewer:
        host, port = viewer.host.split(":")
        asks = [f"GET {viewer.base}{'a' * 8000} HTTP/1.1", f"GET {viewer.base}{'a' * 80000} HTTP/1.1", "\0\1\2",
                f"GET {viewer.base} HTTP/1.1\r\nX: {'b' * 100000}", f"POST {viewer.base} HTTP/1.1\r\nContent-Length: 99999999999"]
        for ask in asks:
            with socket.create_connection((host, int(port)), timeout=20) as connection:
                connection.sendall(f"{ask}\r\nHost: {viewer.host}\r\n\r\n".encode())
                expect(connection.recv(12).startswith(b"HTTP/1.1 4"), f"{ask[:40]} is refused")
        slow = [socket.create_connection((host, int(port))) for _ in range(40)]  # more than there are threads
        for connection in slow:
            connection.sendall(b"GET /")
        expect(viewer.status("session/files") == 200, "others are answered meanwhile")
        viewer.process.send_signal(signal.SIGINT)
        viewer.process.communicate(timeout=4)  # with all of them still there
        expect(viewer.process.returncode == 0, f"status {viewer.process.returncode}")


def test_two_viewers_and_a_port_that_is_taken(bench):
    with Viewer(bench) as first, Viewer(bench) as second:
        expect(first.host != second.host and first.base != second.base, f"{first.url} {second.url}")
        expect(first.status(second.base, at_root=True) == 403, "a token opens its own viewer only")
        port = first.host.split(":")[1]
        expect_in(f"port {port} is taken", bench.run("view", "--no-open", "--page", "page", "--port", port, status=1).err)


def test_tells_of_changes(bench):
    bench.write("set/a.md5mesh", MESH)
    bench.write("set/b.md5mesh", MESH)
    with Viewer(bench, "set") as viewer:
        connection = viewer.connect()
        connection.request("GET", viewer.base + "session/changes")
        stream = connection.getresponse()
        expect_in("text/event-stream", stream.getheader("Content-Type"))
        expect(stream.readline() == b": listening\n" and stream.readline() == b"\n", "it begins at once")
        bench.write("aside.md5mesh", MESH + "\n")
        os.replace(bench.path("aside.md5mesh"), bench.path("set/a.md5mesh"))
        bench.write("set/c.md5mesh", MESH)
        os.remove(bench.path("set/b.md5mesh"))
        seen = {"changed": set(), "added": set(), "removed": set()}
        while not all(seen.values()):  # the server may look between two of them
            line = stream.readline().decode()
            if not line:
                raise Failed(f"the stream ended with {seen}")
            if line.startswith("data: "):
                for kind, paths in json.loads(line[6:]).items():
                    seen[kind].update(paths)
        expect(seen == {"changed": {"set/a.md5mesh"}, "added": {"set/c.md5mesh"}, "removed": {"set/b.md5mesh"}}, f"{seen}")
        listed = json.loads(viewer.ask("session/files")[1])["files"]
        expect([(file["path"], file["version"]) for file in listed] == [("set/a.md5mesh", 2), ("set/c.md5mesh", 1)], f"{listed}")


def test_names_that_repeat_stay_apart(bench):
    bench.write("one/x.md5mesh", MESH)
    bench.write("two/x.md5mesh", MESH + "\n")
    with Viewer(bench, "one/x.md5mesh", "two/x.md5mesh") as viewer:
        paths = [file["path"] for file in json.loads(viewer.ask("session/files")[1])["files"]]
        expect(paths == ["x.md5mesh", "x.md5mesh#2"], f"{paths}")
        expect(viewer.ask("session/file/x.md5mesh%232")[1].decode() == MESH + "\n", "each has its own bytes")


def test_ends_with_ctrl_c_while_pages_listen(bench):
    with Viewer(bench) as viewer:
        connection = viewer.connect()
        connection.request("GET", viewer.base + "session/changes")
        connection.getresponse().readline()
        viewer.process.send_signal(signal.SIGINT)
        viewer.process.communicate(timeout=10)
        expect(viewer.process.returncode == 0, f"status {viewer.process.returncode}")


def test_says_what_is_missing(bench):
    expect_in("nowhere.glb: No such file", bench.run("view", "nowhere.glb", "--no-open", status=1).err)
    # A copy elsewhere has no page beside it, but within, if it was built after the page was.
    shutil.copy(bench.command[-1], bench.path("alone.exe"))
    os.chmod(bench.path("alone.exe"), stat.S_IRWXU)
    bench.command[-1] = bench.path("alone.exe")
    process = bench.start("view", "--no-open")
    if url := process.stdout.readline().decode().strip():
        with urllib.request.urlopen(url) as answer:
            expect_in('name="ossuary-session" content="view"', answer.read().decode())
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
    else:
        expect_in("the viewer's page has not been built; tools/web builds it", process.communicate(timeout=20)[1].decode())
        expect(process.returncode == 1, f"status {process.returncode}")
    bench.write("small.md5mesh", MESH)
    bench.write("page/index.html", PAGE)
    shot = ["shot", "small.md5mesh", "-o", "x.png", "--page", "page"]
    done = bench.run(*shot, status=1, environment={"PATH": bench.folder})
    expect_in("Chromium, which is not installed", done.err)
    expect("x.png" not in bench.files(), "no half picture")


def pretend_browser(bench, does):
    """A program that is called as a browser would be, and does something with the address."""
    bench.write("browser", f"#!/usr/bin/env python3\nimport sys, time, urllib.request\nurl = sys.argv[-1]\n"
                           f"base, query = url.split('?')\n{does}\n")
    os.chmod(bench.path("browser"), stat.S_IRWXU)
    return ["--browser", "browser", "--page", "page"]


POST = """
def post(body, kind):
    asked = urllib.request.Request(base + 'session/shot', data=body, headers={'Content-Type': kind}, method='POST')
    urllib.request.urlopen(asked)
"""


@posix_only("Windows: the pretended browser is a script")
def test_a_shot_is_what_the_page_posts(bench):
    bench.write("small.md5mesh", MESH)
    bench.write("page/index.html", PAGE)
    browser = pretend_browser(bench, POST + "post(query.encode() + urllib.request.urlopen(base).read(), 'image/png')\ntime.sleep(60)")
    bench.write("a b.md5anim", ANIM)
    bench.run("shot", "small.md5mesh", "a b.md5anim", "--clip", "a b", "--sheet", "4x3", "-o", "x.png", *browser)
    picture = bench.read("x.png").decode()
    expect_in('content="shot"', picture)
    query = urllib.parse.parse_qs(picture.split("<")[0])
    expect({name: values[0] for name, values in query.items()} == {
        "clip": "a b", "sheet": "4x3", "size": "1280x960", "time": "0", "angle": "30", "theme": "dark"}, f"{query}")
    done = bench.run("shot", "small.md5mesh", "-o", "x.png", *browser, status=1)
    expect_in("x.png: exists; --force replaces it", done.err)


@posix_only("Windows: the pretended browser is a script")
def test_a_shot_that_fails_says_why(bench):
    bench.write("small.md5mesh", MESH)
    bench.write("page/index.html", PAGE)
    told = pretend_browser(bench, POST + "post(b'small.md5mesh: there is no clip run', 'text/plain')\ntime.sleep(60)")
    done = bench.run("shot", "small.md5mesh", "-o", "x.png", *told, status=1)
    expect_in("ossuary: small.md5mesh: there is no clip run", done.err)
    died = pretend_browser(bench, "sys.exit('no display, no luck')")
    done = bench.run("shot", "small.md5mesh", "-o", "x.png", *died, status=1)
    expect_in("the browser ended: no display, no luck", done.err)
    expect("x.png" not in bench.files(), "no half picture")
    for wrong in [["--sheet", "4by3"], ["--time", "nan"], ["--angle", "inf"], ["--show", "mesh,foo"]]:
        bench.run("shot", "small.md5mesh", "-o", "x.png", *wrong, status=2)
