"""What the site shows beside docs/: drawn figures, tables of what games declare, the pages of the root, and sources.

Read by mkdocs as a hook. A page may link to any file of the repository, as it may where the repository is browsed:
what is not below docs/ comes along as a page of its own. Scripts that a theme writes into its pages become files, for
the server lets no page run anything else.
"""

import os
import re
from hashlib import sha256
from pathlib import Path, PurePosixPath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from parlour.engine.game import Game, games
from parlour.engine.pages import BLOCK, IN_LETTERS, read_figure, read_page
from parlour.engine.svg import draw_svg

ROOT = Path(__file__).parents[1]
FRONT = "index.md"
ROOT_PAGES = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "README.md": FRONT,
}
PLAY = "Play"  # the part of the site that games are in
SOUGHT = 3  # times as much do the pages of games count in a search: most people look for a rule
GAME_PAGE = re.compile(r"games/(\w+)\.md")
LINK = re.compile(r"(!?\[[^\]]*\])\(([^)\s#]+)(#[^)\s]*)?\)")
LETTERS = re.compile(rf"^```{IN_LETTERS}\n.*?^```$\n?", re.MULTILINE | re.DOTALL)
LIST = re.compile(r"^(?!\s|[-*|>#]|\d+\. )(.+)\n(?=(?:- |\d+\. ))", re.MULTILINE)
INLINE = re.compile(r"<script>(.+?)</script>", re.DOTALL)
LANGUAGES = {
    ".conf": "nginx",
    ".json": "json",
    ".py": "python",
    ".service": "ini",
    ".timer": "ini",
    ".yaml": "yaml",
    ".yml": "yaml",
}
SHOWN = (".py", ".md", ".ts", ".conf", ".yml", ".yaml", ".json", ".txt", ".toml", ".service", ".timer", "")
MOST_BYTES = 60_000  # of a source that is shown
SCRIPTS = "assets/inline"
UNNEEDED = ("**/*.map", "assets/javascripts/lunr/**/*.js", "sitemap.xml*", "404.html")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """List the pages of all games: nothing else has to be changed when there is another."""
    pages = [f"games/{path.name}" for path in sorted((ROOT / "docs" / "games").glob("*.md"))]
    for part in config.nav or ():
        if PLAY in part:
            part[PLAY] = [*pages, *part[PLAY]]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add pages that are written elsewhere, figures, and sources that a page links to."""
    for source, name in ROOT_PAGES.items():
        if source != "README.md":
            files.append(File.generated(config, name, content=(ROOT / source).read_text(encoding="utf-8")))
    for game in games().values():
        for name, svg in draw_figures(game).items():
            files.append(File.generated(config, f"games/{name}", content=svg))
    for path in sorted(find_sources(files)):
        files.append(File.generated(config, place_source(path), content=write_source(path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """The page as it is read on the site."""
    game_page = GAME_PAGE.fullmatch(page.file.src_uri)
    if game_page:
        page.meta["search"] = {"boost": SOUGHT}
    if page.file.src_uri == FRONT:
        page.meta["hide"] = ["navigation", "toc"]  # it is a list of doors already
    shown = show_game(game_page, markdown)
    if page.file.src_uri.startswith("source/"):
        return shown
    here = find_origin(page.file.src_uri)
    shown = LINK.sub(lambda link: f"{link[1]}({lead(here, page.file.src_uri, link[2])}{link[3] or ''})", shown)
    return LIST.sub(r"\1\n\n", shown)  # a list may follow its sentence at once


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """The page without scripts of its own: each becomes a file."""
    up = os.path.relpath(SCRIPTS, PurePosixPath(page.url).parent)

    def put(script: re.Match[str]) -> str:
        name = f"{sha256(script[1].encode()).hexdigest()[:12]}.js"
        place = Path(config.site_dir, SCRIPTS, name)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(script[1], encoding="utf-8")
        return f'<script src="{up}/{name}"></script>'

    return INLINE.sub(put, output)


def on_post_build(config: MkDocsConfig) -> None:
    """Leave out what nobody asks for."""
    for pattern in UNNEEDED:
        for file in Path(config.site_dir).glob(pattern):
            file.unlink()


def show_game(found: re.Match[str] | None, markdown: str) -> str:
    """A game's page with its tables and figures; any other as it is."""
    if found is None or found[1] not in games():
        return markdown
    game = games()[found[1]]
    numbers = iter(range(1000))

    def place(block: re.Match[str]) -> str:
        caption = " ".join(read_figure(block[1]).caption.split())
        return f"![{caption}](figures/{game.name}-{next(numbers)}.svg){{ .figure }}\n\n*{caption}*"

    return BLOCK.sub(place, LETTERS.sub("", read_page(game))).replace("\\\n", "  \n")  # the other sign for a new line


def draw_figures(game: Game) -> dict[str, str]:
    """By their file."""
    blocks = BLOCK.findall(LETTERS.sub("", read_page(game)))
    return {
        f"figures/{game.name}-{number}.svg": draw_svg(read_figure(block).set_up(game).scene(), "paper")
        for number, block in enumerate(blocks)
    }


def find_origin(src_uri: str) -> PurePosixPath:
    """Where a page of the site stands in the repository."""
    for source, name in ROOT_PAGES.items():
        if name == src_uri and source != "README.md":
            return PurePosixPath(source)
    return PurePosixPath("docs") / src_uri


def lead(here: PurePosixPath, src_uri: str, link: str) -> str:
    """Where a link of a page leads on the site."""
    if re.match(r"\w+:", link):
        return link
    path = os.path.normpath(here.parent / link).replace(os.sep, "/")
    if path == "docs/games":
        target = FRONT
    elif path.startswith("docs/") and not path.endswith(".py"):
        target = path.removeprefix("docs/")
    else:
        target = ROOT_PAGES.get(path) or place_source(path)
    return os.path.relpath(target, PurePosixPath(src_uri).parent).replace(os.sep, "/")


def find_sources(files: Files) -> set[str]:
    """Files of the repository that are no pages, and that a page links to."""
    found = set()
    for file in files.documentation_pages():
        here = find_origin(file.src_uri)
        for link in LINK.finditer(file.content_string):
            if re.match(r"\w+:", link[2]):
                continue
            path = os.path.normpath(here.parent / link[2]).replace(os.sep, "/")
            below = path.startswith("docs/") and not path.endswith(".py")
            if not below and path not in ROOT_PAGES and (ROOT / path).exists():
                found.add(path)
    return found


def place_source(path: str) -> str:
    return f"source/{path.strip('./') or 'root'}.md"


def write_source(path: str) -> str:
    """A page that shows a file, or what a folder holds."""
    place = ROOT / path
    head = f"---\nsearch:\n  exclude: true\nhide: [navigation, toc]\n---\n# {path}\n\n"
    if place.is_dir():
        names = sorted(entry.name for entry in place.iterdir() if not entry.name.startswith(("_", ".")))
        return head + "In this folder of the repository:\n\n" + "".join(f"- `{name}`\n" for name in names)
    if place.suffix not in SHOWN or place.stat().st_size > MOST_BYTES:
        return head + "This file is in the repository; it is too long to be shown here.\n"
    text = place.read_text(encoding="utf-8")
    fence = "`" * (3 + max((len(run) for run in re.findall(r"`{3,}", text)), default=0))
    return f"{head}{fence}{LANGUAGES.get(place.suffix, 'text')}\n{text.rstrip()}\n{fence}\n"
