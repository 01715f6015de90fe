"""Colours for those who save ink: areas become light, lines and words dark."""

from __future__ import annotations

LIGHTEST_LINE = 0.82
"""Lines as light as this are highlights, and stay white."""


def luminance(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def grey(colour: str, use: str) -> str:
    """`use` is what the colour is for: fill, stroke, stop-color, or the fill and stroke of words."""
    full = colour if len(colour) > 4 else "#" + "".join(2 * digit for digit in colour[1:])
    light = luminance(full)
    if use.startswith("text"):
        shade = 1.0 if use.endswith("stroke") else 0.1
    elif use in ("stroke", "color"):
        shade = 1.0 if light > LIGHTEST_LINE else 0.5 * light
    else:
        shade = 1 - 0.3 * (1 - light)
    part = f"{round(shade * 255):02x}"
    return f"#{part}{part}{part}{full[7:]}"
