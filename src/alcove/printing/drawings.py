"""The table's drawings, as the build of the client has left them: plain SVG, by name."""

from __future__ import annotations

import json
import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from alcove.kernel.errors import AlcoveError
from alcove.kernel.text import LANGUAGES, Text
from alcove.printing import ink

SVG = "http://www.w3.org/2000/svg"
FOLDER = resources.files("alcove.printing").joinpath("drawings")
POINT = 25.4 / 72
"""A typographer's point, in millimetres."""
SMALLEST = 5.5
"""In points: smaller print is not read."""
SCALE = re.compile(r"scale\(\s*(-?[\d.]+)")

NOT_BUILT = Text(
    "The drawings for paper are made with the browser client, and that is not built yet: make play, or make web.",
    "Die Zeichnungen fürs Papier entstehen mit der Oberfläche, und die ist noch nicht gebaut: make play oder make web.",
)

ET.register_namespace("", SVG)


class NotBuiltError(AlcoveError):
    code = "not-built"


@cache
def drawings(game: str) -> Mapping[str, tuple[str, ...]]:
    """All drawings of a game; none if it has no table of its own."""
    if not FOLDER.is_dir():
        raise NotBuiltError(NOT_BUILT)
    file = FOLDER.joinpath(f"{game}.json")
    if not file.is_file():
        return {}
    return {name: tuple(drawn) for name, drawn in json.loads(file.read_text("utf-8")).items()}


@cache
def steps(game: str) -> Mapping[str, Any]:
    """What is seen at the steps of the lesson that the game's rulebook shows, by their names."""
    if not FOLDER.is_dir():
        raise NotBuiltError(NOT_BUILT)
    known: dict[str, Any] = json.loads(FOLDER.joinpath(f"{game}.steps.json").read_text("utf-8"))
    return known


def in_language(drawn: tuple[str, ...], language: str) -> str:
    return drawn[LANGUAGES.index(language) % len(drawn)]


def _view_box(root: ET.Element) -> tuple[float, float]:
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    return width, height


def height_for(svg: str, width: float) -> float:
    across, down = _view_box(ET.fromstring(svg))
    return width * down / across


def smallest_print(svg: str) -> float:
    """The size of its smallest words, as a part of its width; 0 without words."""
    root = ET.fromstring(svg)
    sizes = [size * scale for _, size, scale in _words(root, 1.0, 0.0)]
    return min(sizes, default=0.0) / _view_box(root)[0]


def legible(svg: str, width: float) -> str:
    """A drawing whose words can be read when it is printed so many millimetres wide."""
    root = ET.fromstring(svg)
    least = SMALLEST * POINT * _view_box(root)[0] / width
    for element, size, scale in _words(root, 1.0, 0.0):
        if size * scale < least:
            element.set("font-size", f"{least / scale:.4f}")
    return ET.tostring(root, "unicode")


def _words(element: ET.Element, scale: float, size: float) -> list[tuple[ET.Element, float, float]]:
    """Every element that sets words, the size of its letters, and how much larger they are drawn."""
    scale *= math.prod(abs(float(by)) for by in SCALE.findall(element.get("transform", "")))
    size = float(element.get("font-size", size))
    found = [(element, size, scale)] if (element.text or "").strip() else []
    return found + [each for child in element for each in _words(child, scale, size)]


def saving_ink(svg: str, own: Mapping[str, str]) -> str:
    """The same in black and light greys; `own` says what becomes of a colour where the rule is not good enough."""
    root = ET.fromstring(svg)
    for element in root.iter():
        is_text = element.tag in (f"{{{SVG}}}text", f"{{{SVG}}}tspan")
        for name in ("fill", "stroke", "stop-color", "color"):
            value = element.get(name, "")
            if value.startswith("#"):
                element.set(name, own.get(value) or ink.grey(value, "text " * is_text + name))
    return ET.tostring(root, "unicode")
