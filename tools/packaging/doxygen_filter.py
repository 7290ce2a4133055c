"""The comments of a header in the form that Doxygen reads.

A comment above a declaration belongs to it and, as everywhere in the house, to those that follow without an empty line
or a comment of their own. A comment behind a declaration belongs to that. The comment at the top is about the file.
"""

import re

SECTION = re.compile(r"^// -{2,}")


def escaped(text):
    """Words as they are; what stands in backticks as code."""
    def plain(part):
        return re.sub(r'([\\@<>&#%"])', r"\\\1", part)
    parts = text.split("`")
    if len(parts) % 2 == 0:  # one that is no pair
        return plain(text)
    # A plain dot would end the first sentence.
    is_odd = lambda part: "\\" in part or not part.strip(".")
    as_code = lambda part: plain(part) if is_odd(part) else "<code>" + plain(part).replace(".", "\\.") + "</code>"
    return "".join(as_code(part) if i % 2 else plain(part) for i, part in enumerate(parts))


def lines_of(comment):
    """A comment's lines; tables and programs stay as they are laid out."""
    out, is_verbatim = [], False
    for line in comment:
        wants = bool(re.match(r"   |\s*\|", line)) or (is_verbatim and not line.strip())
        if wants != is_verbatim:
            out.append("@verbatim" if wants else "@endverbatim")
            is_verbatim = wants
        out.append(line if is_verbatim else escaped(line.strip()))
    return out + (["@endverbatim"] if is_verbatim else [])


def split_trailing(line):
    """The code of a line and the comment behind it."""
    in_string, i = "", 0
    while i < len(line) - 1:
        letter = line[i]
        if in_string:
            if letter == "\\":
                i += 1
            elif letter == in_string:
                in_string = ""
        elif letter == '"' or (letter == "'" and not (i and line[i - 1].isalnum())):
            in_string = letter
        elif letter == "/" and line[i + 1] == "/":
            return line[:i].rstrip(), line[i + 2:].removeprefix(" ")
        i += 1
    return line, None


def filtered(text):
    lines = text.splitlines()
    out, i = [], 0
    head = []
    while i < len(lines) and lines[i].startswith("//"):
        head.append(lines[i][2:].removeprefix(" "))
        i += 1
    out.append("/// @file")
    out += ["/// " + line for line in lines_of(head)]
    out.append("")
    comment = None  # of the block of declarations we are in
    fresh = False  # whether it is used already
    depth = 0  # within a declaration that is not over
    while i < len(lines):
        line = lines[i]
        bare = line.strip()
        if bare.startswith("//") and depth == 0:
            if SECTION.match(bare):
                comment = None
                i += 1
                continue
            found = []
            while i < len(lines) and lines[i].strip().startswith("//"):
                found.append(lines[i].strip()[2:].removeprefix(" "))
                i += 1
            comment, fresh = found, True
            continue
        i += 1
        code, behind = split_trailing(line)
        words = code.strip()
        if not words and behind is None:
            comment = None
            out.append("")
            continue
        declares = depth == 0 and words and not re.match(r"(#|\}|public:|private:|protected:|namespace |template\b[^;{]*>$)", words)
        is_template = depth == 0 and re.match(r"template\b[^;{(]*>$", words)
        if re.match(r"(public|private|protected):|\}|namespace ", words):
            comment = None
        # What the file is about needs no second comment.
        about = re.match(r"(?:template\b.*>\s*)?(?:struct|class|enum class) (\w+)[^;]*$", words) if depth == 0 else None
        if about and comment is None and behind is None and re.search(rf"\b{about.group(1)}\b", "\n".join(head)):
            comment, fresh = head, True
        if comment and (declares or is_template) and not (behind is not None and not fresh):
            out += ["/// " + part for part in lines_of(comment)]
            if is_template:
                comment_after = comment
                comment = None
                out.append(code)
                # what follows is the declaration itself
                while i < len(lines) and not re.search(r"[;{]", code):
                    code, behind = split_trailing(lines[i])
                    out.append(code)
                    i += 1
                comment, fresh = comment_after, False
                depth = 0 if code.rstrip().endswith(("{",)) and re.search(r"\b(struct|class)\b", code) else depth_after(0, code)
                if depth == 0 and code.rstrip().endswith("{"):
                    comment = None
                continue
            fresh = False
        if behind is not None and depth == 0 and words:
            extra = [behind]
            while i < len(lines) and lines[i].strip().startswith("//") and len(lines[i]) - len(lines[i].lstrip()) > len(line) - len(line.lstrip()):
                extra.append(lines[i].strip()[2:].strip())
                i += 1
            out.append(f"{code} ///< " + escaped(" ".join(extra)))
        else:
            out.append(code)
        if depth == 0 and code.rstrip().endswith("{") and re.match(r"(template\b.*>\s*)?(struct|class|enum|union|namespace|extern)\b", words):
            comment = None  # its members have their own
            continue
        if depth or declares:
            depth = depth_after(depth, code)
    return "\n".join(out) + "\n"


def depth_after(depth, code):
    """How many brackets are open behind this line. A declaration's body is nobody's documentation."""
    code = re.sub(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])\'', "", code)
    return max(0, depth + len(re.findall(r"[{(]", code)) - len(re.findall(r"[)}]", code)))
