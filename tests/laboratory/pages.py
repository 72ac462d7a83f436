"""What a page would load, and its headings."""

from html.parser import HTMLParser


class Links(HTMLParser):
    """Whatever a page would load from elsewhere, and its headings."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.heads: list[str] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = tag
        self.loads += [
            value
            for name, value in attrs
            if name in ("src", "href", "xlink:href") and value and not value.startswith("#")
        ]

    def handle_data(self, data: str) -> None:
        if self.inside in ("h1", "h2"):
            self.heads.append(data)
            self.inside = ""
