"""Folders as archives whose bytes depend on names, contents and one time alone: sorted, owned by nobody, with plain modes."""

import gzip
import os
import shutil
import stat
import tarfile
import time
import zipfile


def settle(folder, epoch):
    """Gives everything below a folder plain modes and one time."""
    for base, folders, names in os.walk(folder, topdown=False):
        for path in [os.path.join(base, name) for name in names + folders] + [base]:
            if not os.path.islink(path):
                os.chmod(path, mode_of(path))
                os.utime(path, (epoch, epoch))


def mode_of(path):
    mode = os.stat(path).st_mode
    return 0o755 if stat.S_ISDIR(mode) or (mode & 0o100 and is_program(path)) else 0o644


def is_program(path):
    with open(path, "rb") as file:
        start = file.read(4)
    return start.startswith((b"\x7fELF", b"#!", b"MZ"))


def sorted_entries(folder):
    """Paths below a folder, relative to it, folders before what is in them."""
    found = []
    for base, folders, names in os.walk(folder):
        found += [os.path.relpath(os.path.join(base, name), folder) for name in folders + names]
    return sorted(found)


def tar_gz(folder, top, out, epoch):
    """The contents of a folder as OUT, below a folder named `top`."""
    with open(out, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for path in ["", *sorted_entries(folder)]:
            source = os.path.join(folder, path)
            entry = archive.gettarinfo(source, os.path.join(top, path).rstrip("/"))
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = "root"
            entry.mtime = epoch
            if entry.issym() or entry.islnk():
                raise ValueError(f"{path} is a link")
            entry.mode = mode_of(source)
            if entry.isfile():
                with open(source, "rb") as file:
                    archive.addfile(entry, file)
            else:
                archive.addfile(entry)


def zip_file(folder, top, out, epoch):
    when = time.gmtime(max(epoch, 315532800))[:6]  # a zip's time begins in 1980
    with zipfile.ZipFile(out, "w") as archive:
        for path in sorted_entries(folder):
            source = os.path.join(folder, path)
            if os.path.isdir(source):
                continue
            entry = zipfile.ZipInfo(f"{top}/{path}", when)
            entry.create_system = 3
            entry.external_attr = (stat.S_IFREG | mode_of(source)) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            with open(source, "rb") as file:
                archive.writestr(entry, file.read(), compresslevel=9)


def gzip_file(data, out):
    with open(out, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed:
        packed.write(data)


def copy(source, target):
    os.makedirs(os.path.dirname(target), exist_ok=True)
    shutil.copyfile(source, target)
    shutil.copymode(source, target)


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
