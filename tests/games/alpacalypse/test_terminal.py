"""The drawing of The Alpacalypse: what is needed to decide, in words, and nothing that is hidden."""

from __future__ import annotations

import pytest

from alcove import Position
from tests.cli.conftest import Alcove
from tests.cli.drawn import drawn, played, widest
from tests.games.alpacalypse.tables import ALPACALYPSE, Table, playing


def squeezed(text: str) -> str:
    """In one line: where it breaks depends on the width."""
    return " ".join(text.split())


def at_work() -> Position:
    """Red in the action phase, with cards, goods, and Blue on a space."""
    table = Table(3, lap=5).goods(soldier=2, coin=1, material=3, cube=1).pawns(might=3, tech=-1)
    table.pawns(1, might=8).hand("torpedos", "solar-panels").done("sock-empire").kept("architect")
    table.kept("golden-bell", seat=1).hand("suri-silk", seat=1, known=True).busy("leader").on("MD", seat=1)
    return table.at_turn()


def test_the_action_phase() -> None:
    shown = drawn(at_work(), 0)
    assert shown.startswith("The Alpacalypse · round 5 of 10 · age II · Action phase · R>B>G\n")
    assert "Warrior    [·] scavenge: one of 0 discards   [B] MD: acquire or complete\n" in shown
    assert "Leader     [·] diplomacy: 2 cubes and a card [·] leadership: complete any card\n" in shown
    assert "Red: turn 1 of 2, send a member to work\n" in shown
    assert "3 financier PC     4 builder BP    5 assistant BP\n" in shown
    assert "  1 warrior trot  no space is of use: 1 coin\n" in shown
    assert "warrior MD" not in shown, "it is full"


def test_places_for_two_with_four_players() -> None:
    shown = drawn(Table(4).on("MD", seat=1).on("MD", seat=2).on("AT", seat=3).at_turn(), 0)
    assert "[BG] MD: acquire or complete" in shown
    assert "[Y·] AT: acquire or complete" in shown
    assert "[··] PC: acquire or complete" in shown


def test_the_tracks() -> None:
    lines = drawn(at_work(), 0).splitlines()
    assert "        -2 -1 0   1 2 3 [4] 5 6 7 [8] 9 10 11 12" in lines
    assert "Might   ·  ·  G   · · R ·   · · · B   · ·  ·  ·" in lines
    assert "Tech    ·  R  BG  · · · ·   · · · ·   · ·  ·  ·" in lines
    two = drawn(Table(2).at_turn(), 0).splitlines()
    assert any(line.split()[:1] == ["Wealth"] and "+" in line for line in two), "the dummy pawn"


def test_the_tribes_in_one_line_each() -> None:
    rows = [line.split() for line in drawn(at_work(), 0).splitlines()]
    points = [tribe["points"]["total"] for tribe in at_work().view(0)["table"]["tribes"]]
    assert f"▶R Red Peru WFBR- 2 1 0 3 1 1-0-0-1+1 0-1-0-0 {points[0]}".split() in rows
    assert f"B Blue Kenya -FBRL 0 0 0 0 0 0-1-0-0+1 0-0-0-0 {points[1]}".split() in rows
    assert "Blue: keeps Golden Bell; known in hand: Suri Silk.\n" in drawn(at_work(), 0)


def test_the_own_estate_and_hand_with_texts() -> None:
    shown = squeezed(drawn(at_work(), 0))
    assert "Members W Warrior 4, F Financier 3, B Builder 3, R Researcher 2; busy: L (market)" in shown
    assert "Buildings Labor Union; to build: Barracks (" in shown
    assert "Wonder not built; would give +1 Culture each round" in shown
    assert "Completed Sock Empire" in shown
    assert "Kept Architect: Acts once as your Builder, however full the space is." in shown
    assert "Torpedos (MD). 1 soldier, 1 material: +1 Might, +1 Wealth." in shown
    assert "Solar Panels (AT). 1 coin, 1 worker, 2 materials: +2 Tech, +1 Culture for each completed" in shown


def test_the_new_day() -> None:
    position = Table(3, lap=2).day("build-that-wall").at_dawn()
    shown = squeezed(drawn(position, 0))
    assert "New Day Build That Wall. Responder: Builder or Rather Large Gate. If not: −2 Culture." in shown
    assert "Red: do you send the Builder?" in shown
    assert "1 send Builder is busy for this round 2 stay you take the penalty" in shown
    later = squeezed(drawn(position.play(0, "stay").play(1, "send"), 2))
    assert "(passed: Blue) (failed: Red)" in later


def test_the_market_and_the_bids() -> None:
    position = Table(3).market("barn-sale", "architect", "golden-bell").goods(coin=2).at_bids()
    shown = squeezed(drawn(position, 0))
    assert "Market Barn Sale: Gain 1 soldier, 1 coin, 1 worker, 1 material. Architect: " in shown
    assert "Golden Bell: You win every tie in the market. 2 VP." in shown
    assert "First-player token: the first turn of the Action phase." in shown
    assert "Bids secret until all are in" in shown
    assert "bid LETTERS+COINS one or more of your free members W F B R L, with up to 2 coins" in shown
    assert "no bid" in shown
    assert "scavenge:" not in shown, "the spaces are for later"


def test_bids_are_sealed_until_all_are_in() -> None:
    start = Table(3).market("barn-sale", "architect", "golden-bell").goods(1, coin=3).at_bids()
    small, large = start.play(1, "bid W"), start.play(1, "bid WFL+3")
    for viewer in (0, 2, None):
        assert drawn(small, viewer) == drawn(large, viewer)
        assert "secret until all are in; made by Blue" in drawn(small, viewer)
    assert "made by Blue; yours: WFL+3" in drawn(large, 1)
    taking = playing(large, "1 bid L", "3 no bid")
    shown = squeezed(drawn(taking, 0))
    assert "Bids Blue " in shown
    assert "(WFL+3), Red 7 (L), Green (none)" in shown
    taken = squeezed(drawn(taking.play(1, "take barn-sale"), 0))
    assert "1 material. [taken by Blue]" in taken
    assert "1 take architect" in taken
    assert "take barn-sale" not in taken


def test_follow_up_choices_say_what_they_do() -> None:
    table = Table(3).rich().hand("torpedos").top("spit-volley", "night-patrol", "border-hedge").pawns(culture=3)
    work = table.at_turn().play(0, "warrior MD")
    shown = squeezed(drawn(work, 0))
    assert "Red: what do you do here? (Military Deployment)" in shown
    assert "acquire MD draw 3, keep 1; 19 cards left" in shown
    keep = squeezed(drawn(work.play(0, "acquire MD"), 0))
    assert "keep spit-volley MD. 2 soldiers: +2 Might." in keep
    build = squeezed(drawn(table.at_turn().play(0, "builder production"), 0))
    assert "build palace 1 soldier, 2 workers: Gives 1 coin each round." in build


def test_drawn_cards_are_for_their_owner_alone() -> None:
    one = Table(3).top("spit-volley", "night-patrol", "border-hedge").at_turn().play(0, "warrior MD")
    two = Table(3).top("orderly-stampede", "torpedos", "border-hedge").at_turn().play(0, "warrior MD")
    one, two = one.play(0, "acquire MD"), two.play(0, "acquire MD")
    assert "keep spit-volley" in drawn(one, 0)
    for viewer in (1, 2, None):
        assert drawn(one, viewer) == drawn(two, viewer)
        assert "spit-volley" not in drawn(one, viewer).lower().replace(" ", "-")


def test_a_hand_is_for_its_owner_alone() -> None:
    one, two = (Table(3).hand(card, seat=1).at_turn() for card in ("torpedos", "spit-volley"))
    assert "Torpedos" in drawn(one, 1)
    for viewer in (0, 2, None):
        assert drawn(one, viewer) == drawn(two, viewer)
        assert "Torpedos" not in drawn(one, viewer)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_hidden_is_drawn(seed: int) -> None:
    """Two positions that differ only in what a seat cannot know are drawn alike."""
    position = played(ALPACALYPSE.new(2 + seed, seed=seed), 40 + 60 * seed, seed)
    for viewer in (None, 0, 1):
        other = position.conceal(viewer, seed=99)
        assert other != position
        assert drawn(other, viewer) == drawn(position, viewer)


def test_a_track_says_where_the_pawn_goes() -> None:
    position = Table(3).market("gain-1-prestige", "architect", "barn-sale").pawns(might=3).pawns(1, tech=12).at_bids()
    position = playing(position, "1 bid L", "2 no bid", "3 no bid", "1 take gain-1-prestige, take token")
    shown = squeezed(drawn(position, 0))
    assert "Red: choose a track for +1 (Gain 1 Prestige)" in shown
    assert "1 track might from 3 to 4, a shield on the way 2 track wealth from 0 to 1" in shown


def test_paying() -> None:
    position = Table(3).goods(soldier=1, material=1, cube=1).hand("torpedos").at_turn()
    shown = squeezed(drawn(playing(position, "1 warrior MD: complete torpedos"), 0))
    assert "Red: pay 1 soldier, 1 material (Torpedos)" in shown
    assert "pay own all from your stock" in shown
    assert "pay cube for soldier a cube instead; you have 1" in shown


def test_choosing_tribes() -> None:
    shown = squeezed(drawn(ALPACALYPSE.new(3, seed=1, tribes="chosen"), 0, language="de"))
    assert "wähle deinen Stamm" in shown
    assert "tribe mongolia Mongolei. Segen: Nimm 1 Soldaten, 1 Münze." in shown


def test_the_end_tells_where_the_points_come_from() -> None:
    end = played(ALPACALYPSE.new(2, seed=5), 10_000, seed=1)
    assert end.over
    rows = [line.split() for line in drawn(end, 0).splitlines()]
    tribes = end.view(0)["table"]["tribes"]
    assert ["Total", *(str(tribe["points"]["total"]) for tribe in tribes)] in rows
    assert ["Milestones", *(str(tribe["points"]["milestones"]) for tribe in tribes)] in rows
    assert "send a member" not in drawn(end, 0)


def test_german() -> None:
    shown = squeezed(drawn(at_work(), 0, language="de"))
    assert "Die Alpakalypse · Runde 5 von 10 · Zeitalter II · Aktionsphase · R>B>G" in shown
    assert "Architektin: Vertritt einmal dein Mitglied Baumeister, auch auf vollen Feldern." in shown
    assert "Solarzellen (AT). 1 Münze, 1 Arbeiter, 2 Baustoffe: +2 Technik" in shown
    assert "Zug 1 von 2" in shown
    assert "Builder" not in shown


def test_german_tribes_have_letters_of_their_own() -> None:
    rows = [line.split() for line in drawn(Table(5).at_turn(), 0, language="de").splitlines()]
    assert {"▶R", "B", "G", "E", "V"} <= {row[0] for row in rows if row}, "Grün and Gelb begin alike"


def test_plain_letters() -> None:
    shown = drawn(at_work(), 0, ascii_only=True)
    assert shown.isascii()
    assert "[.] PC: acquire or complete" in shown
    assert "- round 5 of 10 -" in shown


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("language", ["en", "de"])
def test_it_fits_eighty_columns(players: int, language: str) -> None:
    position = ALPACALYPSE.new(players, seed=players)
    while not position.over:
        shown = drawn(position, position.awaited[0], language=language)
        assert widest(shown) <= 80
        assert "…" not in shown, "nothing is cut off"
        position = played(position, 23, seed=1)


def test_what_follows_from_a_choice_is_asked_without_the_whole_table(alcove: Alcove) -> None:
    """Each seat stays at home and bids nothing; then the first one goes for resources."""
    quiet = "stay\n" * 2 + "no bid\n" * 2
    typed = "\n" + quiet.replace("\n", "\n\n") + "financier resources\ngain coin\nshow\n"
    out = alcove("play", "alpacalypse", "--players", 2, "--seed", 5, "--hot-seat", typed=typed).out
    asked = out.partition("financier resources\n")[2]
    short, full = asked.partition("show\n")[::2]
    assert "take a resource, 2 to choose (Resources)\n\n  1 gain soldier   you have " in short
    assert "You have " in short
    assert "Might" not in short
    assert "take a resource, 1 to choose (Resources)" in short
    assert "Might" in full
    assert "take a resource, 1 to choose (Resources)" in full
