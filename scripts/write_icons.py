"""Draw the app's icons as PNG from `web/public/icon.svg`, with the Chromium that the tests use.

    python scripts/write_icons.py

A maskable icon has room around it that a system may cut away; a badge is one colour on nothing. The files are
committed, so that a build needs no browser.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

PUBLIC = Path(__file__).resolve().parent.parent / "web" / "public"
PAPER = "#f5eee1"
PLAIN, MASKABLE, TOUCH, BADGE = (192, 512), (192, 512), 180, 96
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def main() -> None:
    drawing = (PUBLIC / "icon.svg").read_text("utf-8")
    program = next(path for name in NAMES if (path := shutil.which(name)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for size in PLAIN:
            draw(browser, drawing, size, PUBLIC / f"icon-{size}.png")
        for size in MASKABLE:
            draw(browser, drawing, size, PUBLIC / f"maskable-{size}.png", share=0.66, ground=PAPER)
        draw(browser, drawing, TOUCH, PUBLIC / f"touch-{TOUCH}.png", share=0.78, ground=PAPER)
        draw(browser, outline(drawing), BADGE, PUBLIC / f"badge-{BADGE}.png")
        browser.close()


def outline(drawing: str) -> str:
    """The niche cut out of the wall, and the stone in it: all in white."""
    parts = {"wall": 0, "niche": 1, "stone": 3}
    shapes = re.findall(r"<(?:path|ellipse|circle)[^>]*/>", drawing)
    white = [re.sub(r'fill="[^"]*"', 'fill="white"', shapes[parts[name]]) for name in ("wall", "stone")]
    hole = re.sub(r'fill="[^"]*"', 'fill="black"', shapes[parts["niche"]])
    mask = f'<mask id="m"><rect width="32" height="32" fill="white"/>{hole}{white[1]}</mask>'
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
    return f'{head}{mask}<g mask="url(#m)">{"".join(white)}</g></svg>'


def draw(
    browser: Browser, drawing: str, size: int, path: Path, share: float = 1.0, ground: str = "transparent"
) -> None:
    page = browser.new_page(viewport={"width": size, "height": size})
    inner = round(size * share)
    style = f"margin:0;height:{size}px;display:grid;place-items:center;background:{ground}"
    sized = drawing.replace("<svg ", f'<svg width="{inner}" height="{inner}" ', 1)
    page.set_content(f'<body style="{style}">{sized}</body>')
    page.screenshot(path=path, omit_background=ground == "transparent")
    page.close()


if __name__ == "__main__":
    main()
