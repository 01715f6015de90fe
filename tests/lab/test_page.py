"""The page: whole, in both languages, needing nothing from elsewhere; and the records that go with it."""

from __future__ import annotations

import math
import re
from html.parser import HTMLParser
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from alcove import Record
from alcove.kernel.packed import unpack
from alcove.kernel.record import MAX_RECORD
from alcove.kernel.text import Text
from alcove.lab import Player, play_games, set_up
from alcove.lab.page import HERE, page, policy_of, style_of
from alcove.lab.samples import record_of, samples
from alcove.lab.section import Download, Line, Plot, Section, Value, gap, rate
from alcove.lab.statistics import Estimate, wilson
from alcove.lab.study import Study, carry_out, told_of
from alcove.lab.svg import _ticks, drawn, picture
from alcove.server.settings import Settings

VOID = {"meta", "input", "br"}


class Reader(HTMLParser):
    """Notes what a page is made of, and whether every element is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def report() -> str:
    setup = set_up("alvos", 3, seed=1)
    found = carry_out(Study(setup, 80, samples=True), workers=1)
    return page(found.sections, setup.game.title, told_of(setup), "alcove lab alvos", setup.game.colour, "de")


def test_a_page_is_whole_and_needs_nothing_else(report: str) -> None:
    reader = Reader()
    reader.feed(report)
    assert reader.open == []
    ids = [attrs["id"] for _, attrs in reader.found if "id" in attrs]
    assert len(ids) == len(set(ids))
    links = [attrs["href"] for tag, attrs in reader.found if tag == "a"]
    for link in links:
        assert link is not None
        assert link.startswith(("data:text/plain", "/replay#")) or link[1:] in ids
    assert not any(tag in ("script", "link", "img", "iframe") for tag, _ in reader.found)
    assert "http://" not in report
    assert "https://" not in report
    assert sum(tag == "svg" for tag, _ in reader.found) >= 4
    assert "style" not in {name for _, attrs in reader.found for name in attrs}


def test_its_games_open_in_the_replay(report: str) -> None:
    looks = re.findall(r'href="/replay#([^"]+)"', report)
    saved = [unquote(text) for text in re.findall(r'href="data:text/plain;charset=utf-8,([^"]+)"', report)]
    assert len(looks) == len(saved) >= 2
    assert [unpack(look, MAX_RECORD).decode() for look in looks] == saved
    assert all(Record.read(text).outcome for text in saved)
    assert f"http://localhost:{Settings().port}" == HERE, "where a page on one's own machine looks for it"


def test_a_plot_is_a_picture_of_its_own() -> None:
    plot = Plot("bars", Text("across", "quer"), Text("up", "hoch"), bars=[("one", Estimate(0.5, 0.4, 0.6, 9))])
    drawn = picture(plot, "#123456", "de")
    found = ElementTree.fromstring(drawn)
    assert found.tag == "{http://www.w3.org/2000/svg}svg"
    assert "--accent: #123456" in drawn
    assert ".en { display: none; }" in drawn


def test_a_page_speaks_both_languages(report: str) -> None:
    for text in ("Überblick", "Overview", "3 Plätze, schnelle Bots", "3 seats, quick bots"):
        assert text in report
    assert '<input type="radio" name="language" id="de" checked>' in report
    assert "prefers-color-scheme" in report or "light-dark(" in report


def test_a_policy_allows_just_this_style() -> None:
    assert "'sha256-" in policy_of("#123456")
    assert policy_of("#123456") != policy_of("#654321")
    assert "--game: #123456" in style_of("#123456")


def test_what_is_typed_is_marked_as_such(report: str) -> None:
    assert "<code>alcove replay FILE</code>" in report
    assert "`" not in report


def test_what_comes_from_a_game_is_text() -> None:
    section = Section("x", Text("<b>", "&"), ("<i>", "a"), [("<script>", Download('"><b>', "<u>"))])
    made = page([section], Text("<s>", "<s>"), Text("<q>", "<q>"), "<tt>", "#123456", "en")
    for tag in ("<b>", "<i>", "<script>", "<u>", "<s>", "<q>", "<tt>"):
        assert tag not in made


def test_numbers_are_written_as_each_language_does() -> None:
    assert rate(wilson(1234, 10_000)).say("en") == "12.3 % (11.7–13.0)"
    assert rate(wilson(1234, 10_000)).say("de") == "12,3 % (11,7–13,0)"
    assert gap(Estimate(-0.01, -0.03, 0.01, 90), True).say("en") == "-1.0 * (-3.0 … +1.0)"
    assert Value(Estimate(1234.5, -math.inf, math.inf, 1)).say("de") == "1.234,50"
    assert Value(Estimate(math.nan, math.nan, math.nan, 0)).say("en") == "–"


@pytest.mark.parametrize("kind", ["lines", "columns", "bars"])
def test_every_kind_of_plot_is_drawn_also_where_there_is_little(kind: str) -> None:
    name = Text("one", "eins")
    line = Line(name, [(0.0, 0.3), (1.0, 0.3)], [(0.2, 0.4), (0.2, 0.4)])
    bars = [
        (name, wilson(3, 9)),
        ("a name that is much too long for the room there is", Estimate(0.1, -math.inf, math.inf, 1)),
    ]
    for plot in (
        Plot(kind, name, name, [line], bars, percent=True, level=0.5),
        Plot(kind, name, name, [Line(name, [(3.0, 0.0)])], bars[:1]),
    ):
        shown = drawn(plot)
        Reader().feed(shown)
        assert "nan" not in shown
        assert "inf" not in shown


def test_scales_have_round_numbers() -> None:
    assert _ticks(0.0, 1.0) == [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert _ticks(-23, 41) == [-20, 0, 20, 40]
    assert _ticks(3, 3) == [3]


@pytest.mark.parametrize("players", [1, 3])
def test_a_record_is_the_game_that_was_counted(players: int) -> None:
    setup = set_up("alvos", players, seed=5)
    for number in (0, 3):
        record = Record.read(str(record_of(setup, number)))
        outcome = record.verify()
        finished = play_games(setup, [number])
        assert outcome is not None
        assert list(outcome.scores) == finished.scores[0].tolist()
        assert bytes(record.position()) == finished.rows.tobytes()
        assert str(record_of(setup, number)) == str(record_of(setup, number))


def test_samples_stand_out_and_a_changed_game_has_none() -> None:
    setup = set_up("alvos", 3, seed=5)
    [section] = samples(setup, 40)
    assert len(section.rows) == 5
    downloads = [cell for row in section.rows for cell in row if isinstance(cell, Download)]
    assert all(Record.read(unquote(one.content)).verify() for one in downloads)
    assert samples(set_up("alvos", 3, tested=Player(favour=((0, 0.0),))), 40) == []
