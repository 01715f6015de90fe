"""axe-core, from the client's own packages, run in a page: what people with other senses would stumble over."""

from __future__ import annotations

from functools import cache
from typing import Any

from playwright.sync_api import Page

from tests.browser.visiting import ROOT

SOURCE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RULES = {"label-content-name-mismatch": {"enabled": True}}
RUN = """async ([part, options]) => {
  const { violations } = await axe.run(part ?? document, { ...options, resultTypes: ['violations'] });
  return violations.map(({ id, help, nodes }) => [id, help, nodes.slice(0, 12).map(
    ({ html, any, all, none }) => `${html.slice(0, 160)} :: ${[...any, ...all, ...none][0]?.message}`
  )]);
}"""


@cache
def _source() -> str:
    return SOURCE.read_text("utf-8")


def _run(page: Page, part: str | None) -> list[Any]:
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(_source())
    options = {"runOnly": {"type": "tag", "values": TAGS}, "rules": RULES}
    found: list[Any] = page.evaluate(RUN, [part, options])
    return found


WEAR = """(theme) => {
  const still = new CSSStyleSheet();
  still.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important; }');
  document.adoptedStyleSheets = [still];
  document.documentElement.dataset.theme = theme;
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))));
}"""
"""What changes its colour does so at once, and is looked at afterwards."""


def complaints(page: Page, what: str, part: str | None = None) -> list[str]:
    """What is wrong with the page or a part of it, in light and in dark."""
    found: list[str] = []
    for theme in ("light", "dark"):
        page.evaluate(WEAR, theme)
        for rule, words, nodes in _run(page, part):
            found.append(f"{what}, {theme}: {rule}: {words}\n  " + "\n  ".join(nodes))
    return found
