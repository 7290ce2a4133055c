#!/usr/bin/env python3
"""icon.py IN.svg OUT.ico: draws a picture in the sizes that Windows shows. Knows as much of SVG as our icons use: rounded
rectangles, circles and paths, filled or stroked, in plain colours."""

import math
import re
import struct
import sys
import xml.etree.ElementTree
import zlib

SIZES = [16, 20, 24, 32, 40, 48, 64, 256]
ROWS = 8  # sampled rows in a pixel; along a row the covered part is exact


def arc(start, radii, large, sweep, end):
    """Points of an elliptic arc, its start left out."""
    rx, ry = radii
    x0, y0, x1, y1 = start[0] / rx, start[1] / ry, end[0] / rx, end[1] / ry  # on a circle of radius 1
    dx, dy = x1 - x0, y1 - y0
    half = math.hypot(dx, dy) / 2
    aside = math.sqrt(max(0.0, 1 - half * half)) / (2 * half) * (-1 if large == sweep else 1)
    cx, cy = (x0 + x1) / 2 - dy * aside, (y0 + y1) / 2 + dx * aside
    first, last = math.atan2(y0 - cy, x0 - cx), math.atan2(y1 - cy, x1 - cx)
    turn = (last - first) % (2 * math.pi) if sweep else -((first - last) % (2 * math.pi))
    return [((cx + math.cos(first + turn * i / 24)) * rx, (cy + math.sin(first + turn * i / 24)) * ry) for i in range(1, 25)]


def curve(p, q, r, s):
    """Points of a cubic Bézier curve, its start left out."""
    def at(t):
        u = 1 - t
        weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        return tuple(sum(weight * point[axis] for weight, point in zip(weights, (p, q, r, s))) for axis in range(2))
    return [at(i / 24) for i in range(1, 25)]


COUNTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "a": 7, "z": 0}


def lines_of(path):
    """The lines of a path: (points, whether it is closed)."""
    words = re.findall(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)", path)
    lines, at, i, command = [], (0.0, 0.0), 0, "M"
    while i < len(words):
        if words[i].isalpha():
            command = words[i]
            i += 1
        kind, relative = command.lower(), command.islower()
        numbers = [float(word) for word in words[i:i + COUNTS[kind]]]
        i += COUNTS[kind]
        x, y = at if relative else (0.0, 0.0)
        points = lines[-1][0] if lines else []
        if kind == "z":
            lines[-1] = (points, True)
            at = points[0]
            continue
        if kind == "h":
            end = (x + numbers[0], at[1])
        elif kind == "v":
            end = (at[0], y + numbers[0])
        else:
            end = (x + numbers[-2], y + numbers[-1])
        if kind == "m":
            lines.append(([end], False))
            command = "l" if relative else "L"
        elif kind == "c":
            points += curve(at, (x + numbers[0], y + numbers[1]), (x + numbers[2], y + numbers[3]), end)
        elif kind == "a":
            points += arc(at, numbers[:2], numbers[3] != 0, numbers[4] != 0, end)
        else:
            points.append(end)
        at = end
    return lines


def circle(x, y, r):
    return [(x + r * math.cos(i * math.pi / 24), y + r * math.sin(i * math.pi / 24)) for i in range(48)]


def stroked(lines, width, is_round):
    """The pieces of a drawn line: a bar for each of its parts, and a disc at each joint."""
    pieces = []
    for points, is_closed in lines:
        ends = points + points[:1] if is_closed else points
        for (x0, y0), (x1, y1) in zip(ends, ends[1:]):
            size = math.hypot(x1 - x0, y1 - y0)
            if size > 0:
                nx, ny = (y1 - y0) / size * width / 2, (x0 - x1) / size * width / 2
                pieces.append([[(x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)]])
        joints = points if is_closed or is_round else points[1:-1]
        pieces += [[circle(x, y, width / 2)] for x, y in joints]
    return pieces


def shapes_of(element, inherited):
    """(colour, pieces) in the order of drawing. A piece is a list of polygons."""
    style = {**inherited, **element.attrib}
    kind = element.tag.rpartition("}")[2]
    number = lambda name: float(element.get(name, 0))
    lines = []
    if kind == "rect":
        w, h, r = number("width"), number("height"), number("rx")
        x, y = number("x"), number("y")
        lines = lines_of(f"M{x + r} {y}h{w - 2 * r}a{r} {r} 0 0 1 {r} {r}v{h - 2 * r}a{r} {r} 0 0 1 -{r} {r}h-{w - 2 * r}"
                         f"a{r} {r} 0 0 1 -{r} -{r}v-{h - 2 * r}a{r} {r} 0 0 1 {r} -{r}z")
    elif kind == "circle":
        lines = [(circle(number("cx"), number("cy"), number("r")), True)]
    elif kind == "path":
        lines = lines_of(element.get("d"))
    if lines and style.get("fill", "#000000") != "none":
        yield style.get("fill", "#000000"), [[points for points, _ in lines]]
    if lines and style.get("stroke", "none") != "none":
        yield style["stroke"], stroked(lines, float(style.get("stroke-width", 1)), style.get("stroke-linecap") == "round")
    for child in element:
        yield from shapes_of(child, style)


def covered(pieces, y):
    """The intervals of a row that lie in one of the pieces, joined."""
    found = []
    for polygons in pieces:
        crossings = []
        for points in polygons:
            for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1]):
                if (y0 <= y) != (y1 <= y):
                    crossings.append(x0 + (y - y0) * (x1 - x0) / (y1 - y0))
        crossings.sort()
        found += zip(crossings[::2], crossings[1::2])
    joined = []
    for begin, end in sorted(found):
        if joined and begin <= joined[-1][1]:
            joined[-1][1] = max(joined[-1][1], end)
        else:
            joined.append([begin, end])
    return joined


def draw(shapes, view, size):
    """Rows of pixels (red, green, blue, alpha), not multiplied."""
    scale = view / size
    rows = []
    for row in range(size):
        pixels = [(0.0, 0.0, 0.0, 0.0)] * size  # multiplied
        for colour, pieces in shapes:
            part = [0.0] * size
            for sample in range(ROWS):
                for begin, end in covered(pieces, (row + (sample + 0.5) / ROWS) * scale):
                    begin, end = max(begin / scale, 0), min(end / scale, size)
                    for x in range(int(begin), min(math.ceil(end), size)):
                        part[x] += max(0.0, min(end, x + 1) - max(begin, x)) / ROWS
            red, green, blue = (int(colour[i:i + 2], 16) for i in (1, 3, 5))
            for x, alpha in enumerate(part):
                if alpha > 0:
                    r, g, b, a = pixels[x]
                    keep = 1 - min(alpha, 1)
                    pixels[x] = (r * keep + red * alpha, g * keep + green * alpha, b * keep + blue * alpha, a * keep + min(alpha, 1))
        rows.append([tuple(min(255, round(value / pixel[3])) for value in pixel[:3]) + (round(255 * pixel[3]),)
                     if pixel[3] > 0 else (0, 0, 0, 0) for pixel in pixels])
    return rows


def png(rows):
    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    size = len(rows)
    raw = b"".join(b"\0" + b"".join(bytes(pixel) for pixel in row) for row in rows)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b""))


def bitmap(rows):
    """As icons have it: from the bottom, blue first, and a mask that nobody looks at behind it."""
    size = len(rows)
    head = struct.pack("<IiiHHIIiiII", 40, size, 2 * size, 1, 32, 0, 0, 0, 0, 0, 0)
    pixels = b"".join(bytes((b, g, r, a)) for row in reversed(rows) for r, g, b, a in row)
    return head + pixels + bytes((size + 31) // 32 * 4 * size)


def icon(svg):
    view = float(svg.get("viewBox").split()[2])
    shapes = list(shapes_of(svg, {}))
    pictures = [(size, png(draw(shapes, view, size)) if size >= 256 else bitmap(draw(shapes, view, size))) for size in SIZES]
    head, at = struct.pack("<HHH", 0, 1, len(pictures)), 6 + 16 * len(pictures)
    for size, content in pictures:
        head += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(content), at)
        at += len(content)
    return head + b"".join(content for _, content in pictures)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[2], "wb") as output:
        output.write(icon(xml.etree.ElementTree.parse(sys.argv[1]).getroot()))
