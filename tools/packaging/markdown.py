"""As much of Markdown as our pages use, to HTML: headings, paragraphs, lists, tables, fences, code by indent, pictures, links."""

import html
import re


def slug_of(text):
    """The anchor of a heading, as GitHub makes it."""
    plain = re.sub(r"[`*]|\]\([^)]*\)|\[", "", text).lower()
    return re.sub(r"[^\w\- ]", "", plain).strip().replace(" ", "-")


def inline(text, link):
    """`link` turns the target of a link into an address, or None where there is nothing to link to."""
    kept = []

    def keep(piece):
        kept.append(piece)
        return f"\0{len(kept) - 1}\0"

    def linked(match):
        target = link(match.group(2))
        label = inner(match.group(1))
        return keep(f'<a href="{html.escape(target)}">') + label + keep("</a>") if target else label

    def inner(piece):
        piece = re.sub(r"\*\*(.+?)\*\*", lambda m: keep("<strong>") + m.group(1) + keep("</strong>"), piece)
        return re.sub(r"(?<![\w*\\])\*(?=\S)([^*]+?)\*(?![\w*])", lambda m: keep("<em>") + m.group(1) + keep("</em>"), piece)

    text = re.sub(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", lambda m: keep(f"<code>{html.escape(m.group(2).strip())}</code>"), text, flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r"\\([\\`*_{}\[\]()#+\-.!|<>])", lambda m: keep(html.escape(m.group(1))), text)
    text = re.sub(r"<(https?://[^>]+)>", lambda m: keep(f'<a href="{html.escape(m.group(1))}">{html.escape(m.group(1))}</a>'), text)
    text = re.sub(r"!\[([^\]]*)\]\(([^)\s]+)\)",
                  lambda m: keep(f'<img src="{html.escape(link(m.group(2)) or m.group(2))}" alt="{html.escape(m.group(1))}">'), text)
    text = re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)", linked, text)
    text = html.escape(inner(text), quote=False)
    while "\0" in text:
        text = re.sub("\0(\\d+)\0", lambda m: kept[int(m.group(1))], text)
    return text


def cells_of(line):
    """The cells of a row; a pipe with a backslash before it, or within code, divides nothing."""
    masked = re.sub(r"`[^`]*`", lambda m: m.group().replace("|", "\1") if "\\|" not in m.group() else m.group(), line.strip())
    cells = re.split(r"(?<!\\)\|", masked.strip().removeprefix("|").removesuffix("|"))
    return [cell.strip().replace("\1", "|").replace("\\|", "|") for cell in cells]


LIST = re.compile(r"^(?:([-*])|(\d+)\.)( +)(?=\S)")


def blocks(lines, link):
    """The HTML of some lines."""
    out, i = [], 0
    while i < len(lines):
        line = lines[i]
        if not line.strip():
            i += 1
        elif line.startswith("<!--"):
            while "-->" not in lines[i]:
                i += 1
            i += 1
        elif fence := re.match(r"^(```+)\s*(\w*)", line):
            end = next((k for k in range(i + 1, len(lines)) if lines[k].rstrip() == fence.group(1)), len(lines))
            code = html.escape("\n".join(lines[i + 1:end]), quote=False)
            out.append(f"<pre><code>{code}\n</code></pre>")
            i = end + 1
        elif heading := re.match(r"^(#{1,6}) +(.*?)\s*$", line):
            level, text = len(heading.group(1)), heading.group(2)
            out.append(f'<h{level} id="{slug_of(text)}">{inline(text, link)}</h{level}>')
            i += 1
        elif line.startswith("    "):
            end = i
            while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
                end += 1
            code = "\n".join(piece[4:] for piece in lines[i:end]).rstrip()
            out.append(f"<pre><code>{html.escape(code, quote=False)}\n</code></pre>")
            i = end
        elif line.startswith("|"):
            end = i
            while end < len(lines) and lines[end].startswith("|"):
                end += 1
            out.append(table(lines[i:end], link))
            i = end
        elif LIST.match(line):
            text, i = list_of(lines, i, link)
            out.append(text)
        else:
            end = i + 1
            while end < len(lines) and lines[end].strip() and not re.match(r"^(#{1,6} |```|\||<!--)", lines[end]) \
                    and not LIST.match(lines[end]):
                end += 1
            out.append(f"<p>{inline(chr(10).join(lines[i:end]), link)}</p>")
            i = end
    return "\n".join(out)


def list_of(lines, i, link):
    """A list that begins at a line, and the number of the line behind it."""
    ordered = bool(LIST.match(lines[i]).group(2))
    items, loose = [], False
    while i < len(lines) and (begin := LIST.match(lines[i])) and bool(begin.group(2)) == ordered:
        indent = begin.end()
        item = [lines[i][indent:]]
        i += 1
        while i < len(lines):
            if not lines[i].strip():
                after = next((k for k in range(i, len(lines)) if lines[k].strip()), len(lines))
                if after == len(lines) or not lines[after].startswith("  "):
                    break
                item.append("")
                loose = True
            elif lines[i].startswith("  "):
                item.append(lines[i][min(indent, len(lines[i]) - len(lines[i].lstrip())):])
            elif LIST.match(lines[i]) or re.match(r"^(#{1,6} |```|\||<!--)", lines[i]):
                break
            else:
                item.append(lines[i])
            i += 1
        items.append(item)
        after = next((k for k in range(i, len(lines)) if lines[k].strip()), len(lines))
        if after < len(lines) and LIST.match(lines[after]):
            i = after
    made = "".join(f"<li>{blocks(item, link) if loose else inline(chr(10).join(item), link)}</li>\n" for item in items)
    name = "ol" if ordered else "ul"
    return f"<{name}>\n{made}</{name}>", i


def table(rows, link):
    head, body = cells_of(rows[0]), [cells_of(row) for row in rows[2:]]
    out = "".join(f"<th>{inline(cell, link)}</th>" for cell in head)
    out = f"<thead><tr>{out}</tr></thead>\n<tbody>\n" if any(head) else "<tbody>\n"
    for row in body:
        out += "<tr>" + "".join(f"<td>{inline(cell, link)}</td>" for cell in row) + "</tr>\n"
    return f'<div class="wide"><table>\n{out}</tbody></table></div>'


def to_html(text, link):
    return blocks(text.split("\n"), link) + "\n"


def title_of(text):
    found = re.search(r"^# +(.*)$", text, re.MULTILINE)
    return re.sub(r"[`*]", "", found.group(1)).strip() if found else "Ossuary"
