"""Sheets as PDF, made by a browser that is installed: Chromium or one of its family."""

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
SECONDS = 120.0  # that it may take


class NoBrowser(RuntimeError):
    """No browser could make a PDF; the message says what to do instead."""


def find_browser() -> str:
    """Raises NoBrowser."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        raise NoBrowser(
            "a PDF is made by Chromium, which is not installed: write FILE.html instead, and print it from any browser"
        )
    return found


def make_pdf(html: str) -> bytes:
    """A document as PDF, each sheet in its own size. Raises NoBrowser."""
    browser = find_browser()
    with TemporaryDirectory(prefix="parlour-print-") as name:
        folder = Path(name)
        page, made = folder / "sheets.html", folder / "sheets.pdf"
        page.write_text(html, encoding="utf-8")
        words = [browser, "--headless", "--disable-gpu", "--no-first-run", "--no-pdf-header-footer"]
        words += [f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={made}"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            words.append("--no-sandbox")  # Chromium's own cannot be had by root
        try:
            subprocess.run([*words, page.as_uri()], capture_output=True, timeout=SECONDS, check=True)
            return made.read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            raise NoBrowser(
                f"{browser} could not make a PDF ({type(error).__name__}): write FILE.html instead"
            ) from None
