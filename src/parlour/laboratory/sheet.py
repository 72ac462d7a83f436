"""A page of the laboratory that needs nothing else: on paper or as a blueprint, on screens and in print."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from parlour.engine.svg import INKS, SANS, SERIF

STYLE = """
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:400 1.05rem/1.5 var(--serif)}
main{max-width:46rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1,h2{font-weight:400;line-height:1.15}
h1{font-size:2.1rem;margin:0 0 .3rem}
h2{font-size:1.45rem;margin:2.6rem 0 .6rem;padding-top:.6rem;border-top:1px solid var(--ink)}
p{margin:.5rem 0}
a{color:inherit}
.quiet{color:var(--quiet);font-style:italic}
.verdict{font-size:1.2rem}
figure{margin:1rem 0;break-inside:avoid}
.plot{display:block;width:100%;max-width:34rem;height:auto;color:var(--ink)}
.board svg{display:block;width:100%;max-height:80vh;height:auto}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-family:var(--sans);font-size:.95rem}
th,td{text-align:left;padding:.3rem .7rem .3rem 0;border-bottom:1px solid var(--shade);vertical-align:top}
th{font-weight:600}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums}
td.number{white-space:nowrap}
td.words{min-width:15rem}
code{font-size:.9em;overflow-wrap:anywhere}
@media screen and (max-width:36rem){table{font-size:.78rem}th,td{padding-right:.3rem}
.told tr{display:grid;grid-template-columns:1fr 6.5rem 7rem;border-bottom:1px solid var(--shade)}
.told th,.told td{border:0}.told .words{grid-column:1/-1;min-width:0;padding-top:0;color:var(--quiet)}}
@media print{body{background:#fff;font-size:10.5pt}main{max-width:none;padding:0}
h2{break-after:avoid;margin-top:1.4rem}.plot{max-width:115mm}.board svg{max-height:115mm}
tr,.verdict,.whole{break-inside:avoid}td.words{min-width:0}}
"""


@dataclass(frozen=True)
class Section:
    """A heading, what a designer would say, and what shows it: elements of a page."""

    title: str
    said: Sequence[str]
    shown: str = ""


def write_sheet(title: str, about: str, opening: str, sections: Sequence[Section], closing: str, command: str) -> str:
    """A whole page as HTML. The opening is elements of it; the closing is words, before the command that makes it."""
    shown = "\n".join(_write_section(section) for section in sections)
    return write_document(
        title,
        about,
        f"""{opening}
{shown}
<section class="whole"><h2>How this was found</h2>
<p>{escape(closing)}</p>
<p><code>{escape(command)}</code></p></section>""",
    )


def write_waiting(title: str, about: str, sentence: str, seconds: int) -> str:
    """A page that is not there yet: it looks again by itself."""
    again = f'<meta http-equiv="refresh" content="{seconds}">'
    return write_document(title, about, f'<p class="quiet" role="status">{escape(sentence)}</p>', again)


def write_document(title: str, about: str, shown: str, head: str = "") -> str:
    """Elements as a page in the house's look."""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}: {escape(about)}</title>
{head}<style>{_colours()}{STYLE}</style>
</head>
<body>
<main>
<h1>{escape(title)}</h1>
{shown}
</main>
</body>
</html>
"""


def _write_section(section: Section) -> str:
    said = "".join(f"<p>{escape(sentence)}</p>" for sentence in section.said)
    return f"<section><h2>{escape(section.title)}</h2>{section.shown}{said}</section>"


def write_figure(plot: str) -> str:
    return f"<figure>{plot}</figure>"


def write_table(heads: Sequence[str], lines: Sequence[Sequence[str]], words: Sequence[int] = (0,)) -> str:
    """A table; some columns are words, the others numbers. On a narrow screen it is moved sideways, not squeezed.

    Where the last column is words, a narrow screen has it below the numbers instead.
    """

    def cell(tag: str, at: int, text: str) -> str:
        kind = "" if at == 0 else ' class="words"' if at in words else ' class="number"'
        return f"<{tag}{kind}>{escape(text)}</{tag}>"

    head = "".join(cell("th", at, text) for at, text in enumerate(heads))
    body = "".join(f"<tr>{''.join(cell('td', at, text) for at, text in enumerate(line))}</tr>" for line in lines)
    shape = "wide told" if len(heads) - 1 in words else "wide"
    return f'<div class="{shape}"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _colours() -> str:
    def variables(mode: str) -> str:
        return ";".join(f"--{name}:{INKS[mode][name]}" for name in ("ground", "sheet", "shade", "ink", "quiet"))

    fonts = f"--serif:{SERIF};--sans:{SANS}"
    return (
        f":root{{{fonts};{variables('paper')};color-scheme:light}}"
        f"@media screen and (prefers-color-scheme:dark){{:root{{{variables('blueprint')};color-scheme:dark}}}}"
    )
