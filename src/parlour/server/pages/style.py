"""The look of figures as a style sheet for pages: the styles of `engine/svg`, with colours that follow the mode.

A page is on paper or, where people like it dark, a blueprint; `data-mode` on its root says which when somebody has
chosen. What is printed is on paper. With `data-contrast`, or where the system asks for more contrast, ink is black and
paper white.
"""

from parlour.engine.svg import INKS, PARTS, SANS, SEATS, SERIF, STYLES

PAPER, BLUEPRINT = "paper", "blueprint"

SIGNS = {"ring": "2.6", "dot": "0.22"}  # round what may be touched, and where it may go: pixels wide, and how dense
SHARP_SIGNS = {"ring": "4", "dot": "0.4"}

# What more contrast changes
SHARPER = {
    PAPER: SHARP_SIGNS
    | {
        "ground": "#ffffff",
        "sheet": "#ffffff",
        "shade": "#dcdcdc",
        "ink": "#000000",
        "quiet": "#2b2b2b",
        "gold": "#6b4a00",
        "silver": "#333f50",
    },
    BLUEPRINT: SHARP_SIGNS
    | {
        "ground": "#000814",
        "grid": "none",
        "sheet": "#000f24",
        "shade": "#0f2f5c",
        "ink": "#ffffff",
        "quiet": "#e2e8f0",
        "gold": "#ffe08a",
        "silver": "#ffffff",
    },
}


def write_style_sheet() -> str:
    names = {name: f"var(--{name})" for name in INKS[PAPER]}
    names |= {"sans": "var(--sans)", "tint": "var(--tint)", "mark": "var(--mark)", "hatch": "hatch"}
    screen, sharp = "@media screen", "@media (prefers-contrast:more)"
    dark = f"{screen} and (prefers-color-scheme:dark)"
    lines = [
        _variables(":root", {"serif": SERIF, "sans": SANS} | SIGNS),
        *_inks(":root", PAPER),
        f"{dark}{{{''.join(_inks(':root:not([data-mode])', BLUEPRINT))}}}",
        f"{screen}{{{''.join(_inks(':root[data-mode=blueprint]', BLUEPRINT))}}}",
        _variables(":root[data-contrast]", SHARPER[PAPER]),
        f"{dark}{{{_variables(':root[data-contrast]:not([data-mode])', SHARPER[BLUEPRINT])}}}",
        f"{screen}{{{_variables(':root[data-contrast][data-mode=blueprint]', SHARPER[BLUEPRINT])}}}",
        f"{sharp}{{{_variables(':root', SHARPER[PAPER])}}}",
        f"{dark} and (prefers-contrast:more){{{_variables(':root:not([data-mode])', SHARPER[BLUEPRINT])}}}",
        f"{screen} and (prefers-contrast:more){{{_variables(':root[data-mode=blueprint]', SHARPER[BLUEPRINT])}}}",
        ".figure{font-family:var(--serif);stroke-linejoin:round}",
        ".figure .plate{fill-rule:evenodd}",
        ".figure .tint-none{--tint:var(--sheet);--mark:var(--ink)}",
        *(f".figure .{name}{{{style.format(**names)}}}" for name, style in STYLES.items()),
        *(f".figure .{name}{{{style.format(**names)}}}" for name, style in PARTS.items()),
    ]
    return "\n".join(lines) + "\n"


def _variables(where: str, values: dict[str, str]) -> str:
    return f"{where}{{{';'.join(f'--{name}:{value}' for name, value in values.items())}}}"


def _inks(where: str, mode: str) -> list[str]:
    """A mode's colours, and those of the seats."""
    scheme = "dark" if mode == BLUEPRINT else "light"
    return [
        _variables(where, INKS[mode]),
        f"{where}{{color-scheme:{scheme}}}",
        *(f"{where} .tint-{tint}{{--tint:{fill};--mark:{mark}}}" for tint, (fill, mark) in SEATS[mode].items()),
    ]
