"""A learning curve as a picture (SVG), and as a line of text for each point."""

from __future__ import annotations

from pathlib import Path

WIDTH, HEIGHT, EDGE = 480, 260, 44


class Curve:
    def __init__(self, title: str, across: str, low: float, high: float) -> None:
        self.title, self.across, self.low, self.high = title, across, low, high
        self.points: list[tuple[float, float]] = []

    def add(self, at: float, value: float, more: str = "") -> None:
        self.points.append((at, value))
        print(f"{self.across} {at:10,.0f}   {value:6.3f}   {more}", flush=True)

    def save(self, path: Path) -> None:
        last = max(at for at, _ in self.points) or 1
        span = self.high - self.low

        def place(at: float, value: float) -> str:
            x = EDGE + (WIDTH - 2 * EDGE) * at / last
            y = HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (value - self.low) / span
            return f"{x:.1f},{y:.1f}"

        line = " ".join(place(*point) for point in self.points)
        marks = [self.low + span * part / 4 for part in range(5)]
        grid = "".join(
            f'<path d="M{place(0, mark)} L{place(last, mark)}" stroke="#ddd"/>'
            f'<text x="{EDGE - 6}" y="{float(place(0, mark).split(",")[1]) + 4}" text-anchor="end">{mark:.2f}</text>'
            for mark in marks
        )
        path.write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
            f'font-size="11"><rect width="100%" height="100%" fill="#fff"/>{grid}'
            f'<text x="{WIDTH / 2}" y="20" text-anchor="middle" font-size="14">{self.title}</text>'
            f'<text x="{WIDTH - EDGE}" y="{HEIGHT - 14}" text-anchor="end">{last:,.0f} {self.across}</text>'
            f'<polyline points="{line}" fill="none" stroke="#9a5b2d" stroke-width="2"/></svg>\n',
            "utf-8",
        )
