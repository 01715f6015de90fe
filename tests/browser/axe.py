"""axe-core, from the client's own packages, run in a page: what people with other senses would stumble over."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from playwright.sync_api import Page

from tests.browser.visiting import ROOT

SOURCE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
EVERYTHING = {
    "runOnly": {"type": "tag", "values": TAGS},
    "rules": {"label-content-name-mismatch": {"enabled": True}},
    "preload": False,  # no rule of ours looks into style sheets
}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}, "preload": False}
"""All that a theme changes: the page is the same otherwise."""
UNITS = "button, li, article, tr, p, label, svg, g, section, header, h2, h3, dl, ul, ol, table, div, span, a, select"
LEAVE_OUT = """([part, units]) => {
  const hash = (text) => {
    let [a, b] = [0xdeadbeef, 0x41c6ce57];
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      a = Math.imul(a ^ code, 2654435761);
      b = Math.imul(b ^ code, 1597334677);
    }
    return 4294967296 * (2097151 & b) + (a >>> 0);
  };
  for (const each of document.querySelectorAll('[data-known]')) each.removeAttribute('data-known');
  const [places, fresh] = [new Map(), new Set()];
  const place = (each) => {
    if (!each) return String(innerWidth);
    const style = each.getAttribute('style')?.replaceAll(/[\\d.]+px/g, '');
    const look = `${each.tagName} ${each.getAttribute('class')} ${style}`;
    if (!places.has(each)) places.set(each, `${place(each.parentElement)} ${look}`);
    return places.get(each);
  };
  for (const each of document.querySelectorAll(`${part} :is(${units})`)) {
    if (each.parentElement.closest('[data-known]')) continue;
    const key = hash(place(each.parentElement) + each.outerHTML);
    if (known.has(key)) each.setAttribute('data-known', '');
    else fresh.add(key);
  }
  for (const key of fresh) known.add(key);
  return JSON.stringify([...fresh]);
}"""
"""Marks what was looked at before, the same in the same surroundings, and tells what is new."""
RUN = """async ([part, options]) => {
  const context = { include: part ? [part] : [['html']], exclude: [['[data-known]']] };
  const { violations } = await axe.run(context, { ...options, resultTypes: ['violations'] });
  return violations.map(({ id, help, nodes }) => [id, help, nodes.slice(0, 12).map(
    ({ html, any, all, none }) => `${html.slice(0, 160)} :: ${[...any, ...all, ...none][0]?.message}`
  )]);
}"""
STILL = """() => {
  const still = new CSSStyleSheet();
  still.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important; }');
  document.adoptedStyleSheets.push(still);
}"""
KNOW = "(keys) => { globalThis.known = new Set(JSON.parse(keys)); }"
"""As one text: Playwright would look at each number, in three processes."""
_known: set[int] = set()


@cache
def _source() -> str:
    return SOURCE.read_text("utf-8")


def _equip(page: Page) -> None:
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(_source())
        page.evaluate(STILL)
        page.evaluate(KNOW, json.dumps(list(_known)))


WEAR = """(theme) => {
  document.documentElement.dataset.theme = theme;
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))));
}"""
"""What changes its colour does so at once, and is looked at afterwards."""
SHOW = "() => Object.assign(document.documentElement.style, { opacity: 1, clipPath: 'polygon(0 0, 0 0, 0 0)' })"
HIDE = "() => Object.assign(document.documentElement.style, { opacity: '', clipPath: '' })"
WIPE = """() => {
  globalThis.wiped = [...document.querySelectorAll("svg[aria-hidden='true']:not(:has([tabindex]))")].map((picture) => {
    const lines = document.createDocumentFragment();
    lines.append(...picture.childNodes);
    return [picture, lines];
  });
}"""
REDRAW = "() => { for (const [picture, lines] of globalThis.wiped) picture.append(lines); }"


@contextmanager
def _shown(page: Page) -> Iterator[None]:
    """What is transparent axe would leave out; what is cut off it reads, and that is not painted either."""
    page.evaluate(SHOW)
    yield
    page.evaluate(HIDE)


@contextmanager
def _without_pictures(page: Page) -> Iterator[None]:
    """Their lines are half of all that a table consists of, and nobody has to read them; axe would walk along all."""
    page.evaluate(WIPE)
    yield
    page.evaluate(REDRAW)


MAX_STRETCHES = 4


@contextmanager
def _stretched(page: Page) -> Iterator[None]:
    """A window as tall as the page. What stays in sight while one scrolls covers nothing then, wherever that was."""
    window = page.viewport_size
    assert window is not None
    for _ in range(MAX_STRETCHES):  # some parts grow with the window
        tall: int = page.evaluate("document.documentElement.scrollHeight")
        if tall <= page.evaluate("innerHeight"):
            break
        page.set_viewport_size({"width": window["width"], "height": tall})
    yield
    page.set_viewport_size(window)


def complaints(page: Page, what: str, part: str | None = None) -> list[str]:
    """What is wrong with the page or a part of it, in light and in dark, apart from what was looked at before."""
    found: list[str] = []
    _equip(page)
    with _stretched(page), _without_pictures(page), _shown(page):
        _known.update(json.loads(page.evaluate(LEAVE_OUT, [part or "body", UNITS])))
        for theme, options in (("light", EVERYTHING), ("dark", COLOURS)):
            page.evaluate(WEAR, theme)
            for rule, words, nodes in page.evaluate(RUN, [part, options]):
                found.append(f"{what}, {theme}: {rule}: {words}\n  " + "\n  ".join(nodes))
    return found
