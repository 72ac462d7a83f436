"""The pages as an app: installed, opened without the server, and brought up to date."""

import json
import re
import shutil
from io import BytesIO
from pathlib import Path
from urllib.parse import urljoin

import httpx
from PIL import Image
from playwright.sync_api import Browser, expect

from parlour.server.pages.files import BUILT
from tests.server.serving import Server, running_server
from tests.web.playing import Person

AWAY = "The server cannot be reached."
READY = "navigator.serviceWorker.ready.then(found => found.active?.state)"
SETTLED = """() => navigator.serviceWorker.getRegistration()
  .then(found => !found.installing && !found.waiting && found.active.state === "activated")"""
KEPT = """async () => {
  const paths = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) paths.push(new URL(request.url).pathname);
  return paths;
}"""


def test_the_manifest_has_what_a_browser_asks_for_before_it_installs(server: Server) -> None:
    page = httpx.get(server.address).text
    link = re.search(r'<link rel="manifest" href="([^"]+)"', page)
    assert link
    answer = httpx.get(urljoin(server.address, link[1]))
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["name"]
    assert len(manifest["short_name"]) <= 12
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    assert httpx.get(urljoin(server.address, manifest["start_url"])).status_code == 200
    for colour in ("background_color", "theme_color"):
        assert re.fullmatch("#[0-9a-f]{6}", manifest[colour])
    found = set()
    for icon in manifest["icons"]:
        picture = httpx.get(urljoin(server.address, icon["src"]))
        assert picture.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = Image.open(BytesIO(picture.content)).size
            assert icon["sizes"] == f"{width}x{height}"
            found.add((icon["purpose"], width))
    assert {("any", 192), ("any", 512), ("maskable", 512)} <= found
    assert 'rel="apple-touch-icon"' in page
    assert 'name="theme-color"' in page


def test_with_the_server_stopped_the_pages_open_and_say_what_they_can_do(browser: Browser, tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        person = Person(browser, server.address, settings={"service_workers": "allow"})
        page = person.page
        page.goto("/")
        assert page.evaluate(READY) in ("activating", "activated")
        page.reload()
        code = person.open_room(game="stencil")
        page.goto(f"/room/{code}")
        page.wait_for_load_state("domcontentloaded")
        expect(page.get_by_text(AWAY)).to_have_count(0)
        server.kill()
        page.goto("/")
        expect(page.get_by_text(AWAY)).to_be_visible()
        expect(page.get_by_role("heading", name="Stencil").first).to_be_visible()
        page.goto("/rules/quatro")
        expect(page.get_by_role("heading", name="How to play")).to_be_visible()
        expect(page.get_by_text(AWAY)).to_be_visible()
        paths = page.evaluate(KEPT)
        assert "/api/games/quatro/page" in paths
        assert [path for path in paths if "/rooms" in path or "/room/" in path] == []
        server.start()
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("heading", name="How to play")).to_be_visible()
        expect(page.get_by_text(AWAY)).to_have_count(0)
        person.close()


def test_a_new_version_of_the_pages_takes_the_place_of_the_old_one(browser: Browser, tmp_path: Path) -> None:
    built = tmp_path / "web"
    shutil.copytree(str(BUILT), built)
    with running_server(tmp_path, web=str(built)) as server:
        person = Person(browser, server.address, settings={"service_workers": "allow"})
        page = person.page
        page.goto("/")
        page.evaluate(READY)
        before = page.evaluate("caches.keys()")
        assert before == [f"parlour-{find_version(server)}"]
        server.kill()
        index = built / "index.html"
        index.write_text(index.read_text().replace("</head>", '<meta name="newer"></head>'))
        server.start()
        page.goto("/")
        expect(page.locator("meta[name=newer]")).to_have_count(1)
        newer = f"parlour-{find_version(server)}"
        assert newer not in before
        page.wait_for_function("name => caches.has(name)", arg=newer)
        page.wait_for_function(SETTLED)
        server.kill()
        page.goto("/")
        expect(page.locator("meta[name=newer]")).to_have_count(1)
        person.close()


def find_version(server: Server) -> str:
    """And every file that the worker keeps is there: one that is not would stop it."""
    worker = httpx.get(server.address + "/worker.js").text
    version, files = re.search(r'const VERSION = "(\w+)"', worker), re.search(r"const FILES = (\[.*\]);", worker)
    assert version
    assert files
    assert all(httpx.get(server.address + path).status_code == 200 for path in json.loads(files[1]))
    return version[1]
