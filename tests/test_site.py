"""The site of docs/: it builds without a warning, every link leads somewhere, and pages need nothing from elsewhere."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.tools import WITH_SITE

ROOT = Path(__file__).parents[1]


class Links(HTMLParser):
    """What a page leads to and loads, and which of its places have a name."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.names: set[str] = set()
        self.inline = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.names |= {name for name in (given.get("id"), given.get("name")) if name}
        if tag == "script" and not given.get("src") and given.get("type") != "application/json":
            self.inline += 1
        for attribute in ("href", "src"):
            if link := given.get(attribute):
                (self.links if tag == "a" else self.loaded).append(link)


def check_links(site: Path) -> list[str]:
    """Every link that leads nowhere, and everything that a page would load from elsewhere."""
    pages = {file: Links(file.read_text(encoding="utf-8")) for file in sorted(site.rglob("*.html"))}
    wrong = []
    for file, page in pages.items():
        name = file.relative_to(site).as_posix()
        if page.inline:
            wrong.append(f"{name} has a script of its own, which the server's pages may not run")
        wrong += [f"{name} loads {link}" for link in page.loaded if urlsplit(link).scheme not in ("", "data")]
        for link in (*page.links, *page.loaded):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file():
                wrong.append(f"{name}: {link} leads nowhere")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].names:
                wrong.append(f"{name}: {link} names no place")
    return wrong


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<a href="gone.html">x</a><a href="#nowhere">y</a><script>1</script>')
    assert len(check_links(tmp_path)) == 3


def test_every_page_of_the_folder_is_listed() -> None:
    listed = set(re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    there = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert {page for page in there if not page.startswith("games/")} <= listed, "games are listed by themselves"


if WITH_SITE:

    @pytest.mark.thorough
    def test_the_site_builds_without_a_warning_and_every_link_leads_somewhere(tmp_path: Path) -> None:
        words = [sys.executable, str(ROOT / "scripts" / "docs"), "--out", str(tmp_path / "site")]
        built = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
        assert built.returncode == 0, built.stderr
        assert check_links(tmp_path / "site") == []
        index = (tmp_path / "site" / "search" / "search_index.json").read_text(encoding="utf-8")
        assert "bear off" in index, "the rules can be searched"
        assert '"location":"source/' not in index.replace(" ", ""), "sources are not"
        stencil = (tmp_path / "site" / "games" / "stencil.html").read_text(encoding="utf-8")
        assert "figures/stencil-0.svg" in stencil
        assert "plate_choice" in stencil
        reference = (tmp_path / "site" / "reference.html").read_text(encoding="utf-8")
        import parlour

        for name in parlour.__all__:
            assert f'id="parlour.{name}"' in reference, f"{name} is public, and not explained"
