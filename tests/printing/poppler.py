"""What Poppler finds in a PDF: its pages, words, letters and colours."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

POINTS_PER_MM = 72 / 25.4
ZOOM = 3
needs_poppler = pytest.mark.skipif(
    shutil.which("pdftoppm") is None, reason="poppler-utils is not installed, and cannot be installed from here"
)


def run(*command: str) -> bytes:
    return subprocess.run(command, capture_output=True, check=True).stdout


@dataclass(frozen=True)
class Pdf:
    path: Path

    def size(self) -> tuple[float, float]:
        """Of its pages, which are all alike, in millimetres."""
        said = run("pdfinfo", "-l", "9999", str(self.path)).decode()
        sizes = set(re.findall(r"size:\s+([\d.]+) x ([\d.]+) pts", said))
        assert len(sizes) == 1, sizes
        across, down = map(float, *sizes)
        return across / POINTS_PER_MM, down / POINTS_PER_MM

    def pages(self) -> int:
        found = re.search(r"Pages:\s+(\d+)", run("pdfinfo", str(self.path)).decode())
        assert found
        return int(found[1])

    def text(self, *options: str) -> str:
        """Words that were divided at the end of a line are whole again."""
        return re.sub(r"[\u00ad\u2010-]\n", "", run("pdftotext", *options, str(self.path), "-").decode())

    def fonts(self) -> list[list[str]]:
        return [line.split() for line in run("pdffonts", str(self.path)).decode().splitlines()[2:]]

    def pictures(self) -> list[str]:
        """Those made of points; there should be none."""
        return run("pdfimages", "-list", str(self.path)).decode().splitlines()[2:]

    def smallest_print(self) -> float:
        """In points, rounded down to thirds: more than that Poppler does not tell."""
        options = ("-xml", "-i", "-stdout", "-hidden", "-nodrm", "-zoom", str(ZOOM))
        sizes = re.findall(rb'<fontspec [^>]*size="(\d+)"', run("pdftohtml", *options, str(self.path)))
        return min(map(int, sizes)) / ZOOM

    def picture(self, page: int, dpi: int = 40) -> np.ndarray:
        """A page as rows of red, green and blue."""
        options = ("-r", str(dpi), "-f", str(page), "-l", str(page), "-singlefile")
        return _read_ppm(run("pdftoppm", *options, str(self.path)))

    def pictures_of_all(self, dpi: int) -> list[np.ndarray]:
        rest, found = run("pdftoppm", "-r", str(dpi), str(self.path)), []
        while rest:
            picture = _read_ppm(rest)
            found.append(picture)
            rest = rest[_head(rest)[2] + picture.size :]
        return found


def _head(ppm: bytes) -> tuple[int, int, int]:
    head = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", ppm)
    assert head
    return int(head[1]), int(head[2]), head.end()


def _read_ppm(ppm: bytes) -> np.ndarray:
    width, height, start = _head(ppm)
    return np.frombuffer(ppm, np.uint8, 3 * width * height, start).reshape(height, width, 3)
