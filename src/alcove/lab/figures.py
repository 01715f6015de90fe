"""What can be said of any game, from its sums; and then what the game itself has to say."""

from __future__ import annotations

from collections.abc import Iterator

from alcove.kernel.text import Text
from alcove.lab.section import Cell, Line, Plot, Row, Section, Value, count, mean, plain, rate
from alcove.lab.simulate import Simulated
from alcove.lab.statistics import Estimate, chance_of, difference, discoveries
from alcove.lab.sums import Sums
from alcove.lab.svg import MAX_BARS
from alcove.lab.things import Group, first_of

OVERVIEW = Text("Overview", "Überblick")
COURSE = Text("Length and choices", "Länge und Wahl")
SEATS = Text("By seat", "Nach Platz")
ORDER = Text("By turn order", "Nach Zugfolge")
GAMES = Text("games", "Spiele")
ACTIONS = Text("actions in a game", "Aktionen je Spiel")
DECISIONS = Text("decisions in a game", "Entscheidungen je Spiel")
BRANCHING = Text("choices in a decision", "Möglichkeiten je Entscheidung")
MOST_CHOICES = Text("most choices in a game", "meiste Möglichkeiten im Spiel")
LEADER_CHANGES = Text("changes of the leader", "Wechsel der Führung")
LAST_CHANGE = Text("the last one, in parts of the game", "der letzte, in Teilen des Spiels")
MARGIN = Text("points ahead of the second", "Punkte vor dem zweiten Platz")
LEVEL = Text("points between first and last", "Punkte zwischen erstem und letztem Platz")
NOBODY = Text("nobody wins", "niemand gewinnt")
SHARED = Text("the win is shared", "der Sieg wird geteilt")
SEAT = Text("seat", "Platz")
PLACE = Text("place", "Reihenfolge")
NTH = Text("{n}.", "{n}.")
WINS = Text("wins", "Siege")
SCORE = Text("mean score", "mittlere Punktzahl")
SPREAD = Text("spread", "Streuung")
FROM_TO = Text("from – to", "von – bis")
FIGURE = Text("figure", "Wert")
WHAT = Text("what", "was")
POINTS = Text("points", "Punkte")
SHARE_OF_GAMES = Text("share of the games", "Anteil der Spiele")
TESTED = Text("The player that is tested", "Wer geprüft wird")
FAIR = Text("a fair share would be", "ein gerechter Anteil wäre")
OFFERED = Text("offered", "angeboten")
TAKEN = Text("taken", "genommen")
HAPPENED = Text("happened", "geschehen")
DEALT = Text("dealt", "ausgeteilt")
IF_OFFERED = Text("taken if offered", "genommen, wenn angeboten")
FINISHED = Text("finished", "vollendet")
OWNERS = Text("wins with it", "Siege damit")
WORTH_DEALT = Text("worth", "Wert")
BELIEVED = Text(
    "* differs from the average; of all that are marked so, about one in twenty is so by chance (Benjamini–Hochberg).",
    "* weicht vom Durchschnitt ab; von allem so Markierten ist etwa eins von zwanzig zufällig markiert "
    "(Benjamini–Hochberg).",
)
CONFOUNDED = Text(
    "Who takes a thing may win because of it, or may take it because they are ahead: `--worth` tells these apart.",
    "Wer etwas nimmt, gewinnt vielleicht deswegen, oder nimmt es, weil es gut läuft: `--worth` unterscheidet das.",
)
BY_CHANCE = Text(
    "Worth: wins with it minus wins without it, in percentage points. Chance deals it, so nothing else is different.",
    "Wert: Siege damit minus Siege ohne, in Prozentpunkten. Der Zufall teilt zu, also ist sonst nichts anders.",
)


def figures(simulated: Simulated) -> list[Section]:
    own = simulated.setup.game.lab.sections
    sections = [overview(simulated), course(simulated), by_seat(simulated)]
    if simulated.sums.of("order_shares").seen:
        sections.append(by_order(simulated))
    if simulated.setup.tested is not None:
        sections.append(tested(simulated))
    sections += own(simulated) if own else []
    return sections + [section for group in simulated.setup.game.lab.THINGS for section in things(simulated, group)]


def overview(simulated: Simulated) -> Section:
    sums, game = simulated.sums, simulated.setup.game
    rows: list[Row] = [(GAMES, count(simulated.games)), (NOBODY, rate(sums.of("nobody").rate))]
    if "shared" in sums:
        rows.append((SHARED, rate(sums.of("shared").rate)))
    reasons = sorted(
        ((figure, name) for figure, name in zip(sums.each("reasons"), game.rules.REASONS, strict=True) if figure.total),
        key=lambda found: -found[0].total,
    )
    rows += [(game.reasons[name], rate(figure.rate)) for figure, name in reasons]
    return Section("overview", OVERVIEW, (WHAT, FIGURE), rows)


def course(simulated: Simulated) -> Section:
    sums = simulated.sums
    told = [
        (ACTIONS, "actions"),
        (DECISIONS, "decisions"),
        (BRANCHING, "branching"),
        (MOST_CHOICES, "most_choices"),
        (LEADER_CHANGES, "leader_changes"),
        (LAST_CHANGE, "last_change"),
        (MARGIN, "margin"),
        (LEVEL, "level"),
    ]
    rows = [_mean_row(title, sums, key) for title, key in told if key in sums]
    return Section(
        "course",
        COURSE,
        (WHAT, FIGURE, SPREAD, FROM_TO),
        rows,
        plots=[histogram(sums, "decisions", DECISIONS), histogram(sums, "scores", POINTS)],
    )


def _mean_row(title: Text, sums: Sums, key: str) -> Row:
    figure = sums.of(key)
    return title, mean(figure.average), plain(figure.spread), f"{figure.least:g} – {figure.most:g}"


MAX_COLUMNS = 40


def histogram(sums: Sums, key: str, across: Text) -> Plot:
    """How the games are spread, in at most so many columns."""
    found = sums.histogram(key)
    least, most = min(found, default=0), max(found, default=0)
    width = max(1, -(-(most - least + 1) // MAX_COLUMNS))
    columns: dict[int, int] = {least + width * n: 0 for n in range((most - least) // width + 1)}
    for value, times in found.items():
        columns[least + (value - least) // width * width] += times
    total = sum(columns.values()) or 1
    points = [(at + (width - 1) / 2, times / total) for at, times in columns.items()]
    return Plot("columns", across, SHARE_OF_GAMES, [Line(across, points)], percent=True)


def by_seat(simulated: Simulated) -> Section:
    sums, setup = simulated.sums, simulated.setup
    names = [setup.game.seat_name(seat) for seat in range(setup.players)]
    rows = _result_rows(sums, "shares", "scores", names)
    plots = [_wins_plot(sums, "shares", names, setup.players)] if setup.contested else []
    return Section("seats", SEATS, (SEAT, WINS, SCORE, SPREAD), rows, plots=plots)


def by_order(simulated: Simulated) -> Section:
    names = [NTH.fill(n=place + 1) for place in range(simulated.setup.players)]
    sums = simulated.sums
    rows = _result_rows(sums, "order_shares", "order_scores", names)
    plots = [_wins_plot(sums, "order_shares", names, simulated.setup.players)]
    return Section("order", ORDER, (PLACE, WINS, SCORE, SPREAD), rows, plots=plots)


def _result_rows(sums: Sums, shares: str, scores: str, names: list[Text]) -> list[Row]:
    return [
        (name, rate(won.rate), mean(score.average), plain(score.spread))
        for name, won, score in zip(names, sums.each(shares), sums.each(scores), strict=True)
    ]


def _wins_plot(sums: Sums, key: str, names: list[Text], players: int) -> Plot:
    bars = [(name, figure.rate) for name, figure in zip(names, sums.each(key), strict=True)]
    return Plot("bars", WINS, SEAT, bars=bars, percent=True, level=1 / players)


def tested(simulated: Simulated) -> Section:
    sums, setup = simulated.sums, simulated.setup
    rows: list[Row] = [
        (WINS, rate(sums.of("tested_share").rate)),
        (SCORE, mean(sums.of("tested_score").average)),
    ]
    if setup.contested:
        rows.append((FAIR, plain(100 / setup.players, 1, " %")))
    return Section("tested", TESTED, (WHAT, FIGURE), rows)


def things(simulated: Simulated, group: Group) -> Iterator[Section]:
    """How often the things of a group were offered and taken, and how those fared who had them."""
    game = simulated.setup.game
    if any(other.finished_by == group.key for other in game.lab.THINGS):
        return  # told with what it finishes
    first, sums = first_of(game, group.key), simulated.sums
    used = [at for at in range(len(group)) if sums.of("offered", first + at).total]
    if not used:
        return
    headings: list[Text | str] = [group.title, *_headings(group)]
    owners = [sums.of("owners", first + at).rate for at in used]
    others = [sums.of("others", first + at).rate for at in used]
    apart = [difference(one, other) for one, other in zip(owners, others, strict=True)]
    found = discoveries([chance_of(one) for one in apart])
    rows: list[Row] = []
    for at, owner, gap_, believed in zip(used, owners, apart, found, strict=True):
        cells: list[Cell] = [group.names[at]]
        if group.kind == "choice":
            cells += [rate(sums.of("offered", first + at).rate), rate(sums.of("taken_if_offered", first + at).rate)]
        else:
            cells.append(rate(sums.of("taken", first + at).rate))
        if group.finished_by:
            cells.append(rate(sums.of("taken", first_of(game, group.finished_by) + at).rate))
        cells.append(rate(owner, believed and group.kind != "dealt"))
        if group.kind == "dealt":
            cells.append(Value(gap_, "points", 1, believed))
        rows.append(cells)
    named = [(group.names[at], one) for at, one in zip(used, owners, strict=True)]
    yield Section(group.key, group.title, headings, rows, _note(group), [_owners_plot(simulated, group, named)])


def _owners_plot(simulated: Simulated, group: Group, owners: list[tuple[Text, Estimate]]) -> Plot:
    """From the best to the worst; of very many only those at both ends."""
    bars = sorted((one for one in owners if one[1].seen), key=lambda one: -one[1].value)
    if len(bars) > MAX_BARS:
        bars = bars[: MAX_BARS // 2] + bars[-MAX_BARS // 2 :]
    fair = 1 / simulated.setup.players if simulated.setup.contested else None
    return Plot("bars", OWNERS, group.title, bars=bars, percent=True, level=fair)


def _headings(group: Group) -> Iterator[Text]:
    if group.kind == "choice":
        yield from (OFFERED, IF_OFFERED)
    else:
        yield DEALT if group.kind == "dealt" else HAPPENED
    if group.finished_by:
        yield FINISHED
    yield OWNERS
    if group.kind == "dealt":
        yield WORTH_DEALT


def _note(group: Group) -> Text:
    about = BY_CHANCE if group.kind == "dealt" else CONFOUNDED
    return Text(f"{BELIEVED.en} {about.en}", f"{BELIEVED.de} {about.de}")
