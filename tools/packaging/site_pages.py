"""The documentation and the viewer as static files that work from any host and any path, and ask no other for anything.

README.md is the first page, with the viewer in it; the pages of docs/ keep their places. Files of the repository that they link to come
along as text. The reference of the command is what the command says of itself.
"""

import glob
import html
import os
import posixpath
import re
import shutil
import subprocess

import cpp_reference
import files
import markdown

TOP_PAGES = {"README.md": "index.html", "CONTRIBUTING.md": "contributing.html", "CHANGELOG.md": "changelog.html",
             "apps/web/core/README.md": "core.html", "apps/web/PROTOCOL.md": "protocol.html"}
REFERENCE = "docs/reference.html"
# Four people, and the page each begins with.
DOORS = ["docs/just-look.md", "docs/blender.md", "docs/engine.md", "docs/every-byte.md"]
MENU = [("index.html", "Ossuary"), ("viewer/index.html", "Viewer"), ("docs/index.html", "Documentation"),
        (REFERENCE, "Command"), ("docs/cpp/index.html", "C++"), ("core.html", "In web pages"), ("changelog.html", "What changed")]

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" type="image/svg+xml" href="{top}viewer/icon.svg">
<link rel="stylesheet" href="{top}site.css">
{head}</head>
<body>
<nav aria-label="Site">{menu}</nav>
<main>
{body}</main>
<footer>Ossuary {version}, under the <a href="{top}source/LICENSE.txt">MIT licence</a>. <a href="{top}THIRD-PARTY.txt">Work of others</a>.</footer>
</body>
</html>
"""

STYLE = """:root { color-scheme: dark light; --ground: #14161a; --text: #d9d4c7; --quiet: #9a978e; --line: #343842; --raised: #1d2026; --gold: #e6c27a; }
@media (prefers-color-scheme: light) { :root { --ground: #faf8f3; --text: #22242a; --quiet: #5f5c55; --line: #d5d0c4; --raised: #f0ede4; --gold: #7a5410; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.55 system-ui, sans-serif; }
nav { display: flex; flex-wrap: wrap; gap: 0.4rem 1.4rem; padding: 0.8rem 1.2rem; border-bottom: 1px solid var(--line); }
nav a { color: var(--quiet); text-decoration: none; }
nav a:hover, nav a[aria-current] { color: var(--text); }
main { max-width: 52rem; margin: 0 auto; padding: 1rem 1.2rem 3rem; }
footer { padding: 1rem 1.2rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: 0.9rem; }
a { color: var(--gold); }
h1, h2, h3 { line-height: 1.25; }
h2 { margin-top: 2.2rem; }
img { max-width: 100%; height: auto; border-radius: 6px; }
code { font: 0.9em ui-monospace, monospace; background: var(--raised); padding: 0.1em 0.25em; border-radius: 3px; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: 0.8rem; overflow-x: auto; }
pre code { padding: 0; background: none; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.8rem 0.3rem 0; border-bottom: 1px solid var(--line); }
.viewer { display: block; width: min(94vw, 80rem); height: min(75vh, 44rem); margin: 1rem 0 1rem calc(50% - min(47vw, 40rem)); border: 1px solid var(--line); border-radius: 6px; }
.doors { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 0.8rem; padding: 0; list-style: none; }
.doors a { display: block; height: 100%; padding: 0.8rem; background: var(--raised); border: 1px solid var(--line); border-radius: 6px; text-decoration: none; }
"""

# The viewer shows the sample character as if it had been dropped there.
SCRIPT = """const frame = document.querySelector("iframe.viewer");
async function show() {
    const inside = frame.contentWindow;
    while (inside.document.documentElement.dataset.ready === undefined || !inside.ossuary) await new Promise((done) => setTimeout(done, 50));
    const answer = await fetch("ossian.glb");
    if (answer.ok) await inside.ossuary.add([{ path: "ossian.glb", content: await answer.blob() }], "ossian.glb");
    frame.dataset.shown = "";
}
if (frame.contentDocument?.readyState === "complete" && frame.contentWindow.location.href !== "about:blank") void show();
else frame.addEventListener("load", () => void show(), { once: true });
"""


class Site:
    def __init__(self, root, folder, version):
        self.root, self.folder, self.version = root, folder, version
        self.pages = dict(TOP_PAGES)  # page of the repository: place in the site
        for path in sorted(glob.glob(os.path.join(root, "docs/**/*.md"), recursive=True)):
            name = os.path.relpath(path, root)
            place = "docs/index.html" if name == "docs/README.md" else name.removesuffix(".md") + ".html"
            self.pages[name] = place

    def linker(self, page):
        """Turns targets of links on a page into addresses on the site; files that are linked to come along."""
        place = self.pages[page]

        def link(target):
            if re.match(r"[a-z]+:", target) or target.startswith("#"):
                return target
            path, _, anchor = target.partition("#")
            path = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
            source = os.path.join(self.root, path)
            if path in self.pages:
                found = self.pages[path]
            elif path.startswith("docs/images/"):
                found = path
                files.copy(source, os.path.join(self.folder, found))
            elif os.path.isfile(source):
                found = f"source/{path}.txt"
                files.copy(source, os.path.join(self.folder, found))
            else:
                return None  # a folder: there is nothing to show
            return posixpath.relpath(found, posixpath.dirname(place) or ".") + ("#" + anchor if anchor else "")

        return link

    def write(self, place, title, body, head=""):
        top = "../" * place.count("/")
        menu = "".join(f'<a href="{top}{target}"{" aria-current=page" if target == place else ""}>{label}</a>' for target, label in MENU)
        files.write(os.path.join(self.folder, place), PAGE.format(title=html.escape(title), top=top, head=head, menu=menu, body=body, version=self.version))

    def text_of(self, page):
        with open(os.path.join(self.root, page), encoding="utf-8") as file:
            return file.read()

    def write_pages(self):
        for page, place in self.pages.items():
            text = self.text_of(page)
            body = markdown.to_html(text, self.linker(page))
            title = markdown.title_of(text)
            if page == "README.md":
                self.write(place, title, self.with_viewer(body), '<script type="module" src="site.js"></script>\n')
            else:
                self.write(place, f"{title} · Ossuary", body)

    def with_viewer(self, body):
        """The first page: the viewer before the second picture of it, and where to go from here."""
        doors = "".join(f'<li><a href="{self.pages[page]}">{html.escape(markdown.title_of(self.text_of(page)))}</a></li>' for page in DOORS)
        shown = (f'<iframe class="viewer" src="viewer/index.html" title="The viewer, with Ossian, the sample character"></iframe>\n'
                 f'<ul class="doors">{doors}</ul>\n')
        first, end, rest = body.partition("</p>\n")
        return first + end + shown + rest

    def write_reference(self, command):
        def said(*arguments):
            return subprocess.run([command, *arguments], check=True, capture_output=True, text=True,
                                  env={**os.environ, "NO_COLOR": "1", "COLUMNS": "100"}).stdout

        top = said("--help")
        verbs = re.findall(r"^  ([a-z]+) ", top.split("Verbs:")[1].split("Options:")[0], re.MULTILINE)
        body = "<h1>The command, as it describes itself</h1>\n<p>" + \
            " · ".join(f'<a href="#{verb}">{verb}</a>' for verb in verbs) + '</p>\n<p>With examples and reasons: <a href="cli.html">the command</a>.</p>\n'
        body += f"<pre><code>{html.escape(top, quote=False)}</code></pre>\n"
        for verb in verbs:
            body += f'<h2 id="{verb}">{verb}</h2>\n<pre><code>{html.escape(said(verb, "--help"), quote=False)}</code></pre>\n'
        self.write(REFERENCE, "The command · Ossuary", body)


def make(root, command, folder, version):
    site = Site(root, folder, version)
    shutil.copytree(os.path.join(root, "apps/web/dist"), os.path.join(folder, "viewer"), ignore=shutil.ignore_patterns("*.map"))
    subprocess.run([command, "demo", "-o", os.path.join(folder, ".demo"), "--no-view", "--quiet"], check=True, stdout=subprocess.DEVNULL)
    os.rename(os.path.join(folder, ".demo/hero.glb"), os.path.join(folder, "ossian.glb"))
    shutil.rmtree(os.path.join(folder, ".demo"))
    files.write(os.path.join(folder, "site.css"), STYLE)
    files.write(os.path.join(folder, "site.js"), SCRIPT)
    files.copy(os.path.join(root, "LICENSE"), os.path.join(folder, "source/LICENSE.txt"))
    site.write_pages()
    site.write_reference(command)
    # The library by its headers, where Doxygen is.
    if shutil.which("doxygen"):
        cpp_reference.made(version, os.path.join(folder, "docs"))
        for path in glob.glob(os.path.join(folder, "docs/cpp/*.html")):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            files.write(path, text.replace("</head>", '<link rel="icon" type="image/svg+xml" href="../../viewer/icon.svg"/>\n</head>', 1))
    else:
        site.write("docs/cpp/index.html", "The library · Ossuary", "<h1>The library</h1>\n<p>Its reference is made by Doxygen, which was not there.</p>\n")
