"""Alluvium in the terminal: the sheet before the viewer, the forms to draw on it, and what all can see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from alcove.games.alluvium.sheet import COLUMN_LETTERS, WIDTH
from alcove.games.alluvium.view import Choice
from alcove.kernel.text import Text, same
from alcove.terminal.language import say
from alcove.terminal.scene import Fitted, Folded, Scene, columns

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text as Styled

TALL = 36
"""From so many rows on there is room for the sheets as they were last seen."""
STYLES = {"r": "red", "b": "blue", "g": "green", "y": "yellow", "n": "dark_orange3", "d": "bold"}

FORMS = {
    "Bar": Text("Bar", "Bar (Stange)"),
    "Hook": Text("Hook", "Hook (Haken)"),
    "Step": Text("Step", "Step (Stufe)"),
    "Block": same("Block"),
    "Corner": Text("Corner", "Corner (Ecke)"),
    "Cup": Text("Cup", "Cup (Becher)"),
}
"""By the name that is typed."""

DUMMY = Text("Dummy", "Strohmann")
ROUND = Text("round {n} of {of}", "Runde {n} von {of}")
STEPS = {
    "own": Text("own land", "eigenes Land"),
    "dummy": Text("the dummy's form", "Form des Strohmanns"),
    "other": Text("other lands, sheet {n} of {of}", "fremdes Blatt {n} von {of}"),
    "over": Text("the end", "Ende"),
}
WAYS = {
    "clockwise": Text("sheets go clockwise", "im Uhrzeigersinn"),
    "counterclockwise": Text("sheets go counterclockwise", "gegen den Uhrzeigersinn"),
}
YOUR_SHEET, SHEET_OF = Text("Your sheet", "Dein Blatt"), Text("The sheet of {who}", "Das Blatt von {who}")
HIDDEN = Text("The sheets are hidden until the end.", "Die Blätter bleiben bis zum Ende verdeckt.")
JUST_DRAWN = Text("Capital letters: just drawn.", "Großbuchstaben: eben gezeichnet.")
RECTANGLE = Text("Largest rectangle: {boxes} ({begin} to {end})", "Größtes Rechteck: {boxes} ({begin} bis {end})")
NO_RECTANGLE = Text("Nothing is coloured yet.", "Noch ist nichts gefärbt.")
CHECKS = Text("Helpers' checks: {checks}", "Haken der Helfer: {checks}")
AREA = Text("Your largest area here: {n}", "Deine größte Fläche hier: {n}")
THEN_SECRET = Text("Then your secret card, the {form}:", "Danach deine geheime Karte, {form}:")
ANCHOR = Text("@ is the box you name.", "@ ist das Kästchen, das du nennst.")

ASK_FIRST = Text("Draw the {form} over a solid box.", "{form} über ein festes Kästchen zeichnen:")
ASK_SECOND = Text("Now the {form} over the other one.", "Nun {form} über das andere feste:")
ASK_OWN = Text("Draw the {form} on your own sheet.", "Zeichne {form} auf dein Blatt.")
ASK_DUMMY = Text("Draw the dummy's form, the {form}.", "Zeichne für den Strohmann: {form}.")
ASK_OTHER = Text("Draw the {form}, or plug a hole.", "Zeichne {form} oder fülle ein Loch.")
DRAWN = Text("You have drawn; others are still drawing.", "Du hast gezeichnet; andere zeichnen noch.")

HEADS = (
    same(""),
    Text("revealed", "aufgedeckt"),
    Text("draws on", "zeichnet auf"),
    same(""),
    Text("rounds", "Runden"),
    Text("points", "Punkte"),
)
SHORT_NAMES = {name: Text(name, text.de.partition("(")[2].rstrip(")") or name) for name, text in FORMS.items()}
HAS_DRAWN, DRAWS, HALF = Text("drawn", "fertig"), Text("draws", "zeichnet"), Text("one of two", "eine von zwei")
MEMORY = Text("{who}, round {n}", "{who}, Runde {n}")
MEMORIES = Text("As you last saw the other sheets:", "So hast du die anderen Blätter zuletzt gesehen:")
HELPERS = Text("On the sheet of {who}: {helpers}", "Auf dem Blatt von {who}: {helpers}")
HELPER = Text("{who} {checks} checks, area {area}, {vp} VP", "{who} {checks} Haken, Fläche {area}, {vp} SP")

PLUGS = Text("{boxes}  (a single box between four coloured ones)", "{boxes}  (ein einzelnes zwischen vier gefärbten)")
NOTHING_FITS = Text("nothing fits", "nichts passt")


def draw(scene: Scene) -> RenderableType:
    return Fitted(lambda width, height: _drawn(scene, height))


def _drawn(scene: Scene, height: int) -> RenderableType:
    from rich.console import Group

    table = scene.table
    parts: list[RenderableType] = [_title(scene)]
    if table["sheet"] is not None:
        parts.append(_desk(scene))
    elif table["sheets"] is not None:
        parts += ["", _thumbs(scene, table["sheets"]), *_bonus(scene)]
    else:
        parts.append(say(HIDDEN))
    if table["memories"] and height >= TALL:
        parts += [say(MEMORIES), _thumbs(scene, table["memories"])]
    return Group(*parts, "", _players(scene))


def _title(scene: Scene) -> RenderableType:
    from rich.text import Text as Styled

    table = scene.table
    stage = table["stage"]
    words = [
        say(scene.game.title),
        say(ROUND, n=table["round"], of=table["rounds"]),
        say(STEPS[stage], n=table["hop"], of=len(scene.seats) - 1),
        say(WAYS[table["direction"]]),
    ]
    return Styled(scene.sign(" · ", " - ").join(words[: 3 if stage == "over" else 4]), style="bold")


def colour_name(scene: Scene, letter: str) -> str:
    """Who draws in a colour; the letters are those of the sheet."""
    return say(DUMMY) if letter == "d" else scene.name(scene.table["colours"].index(letter))


# The sheet before the viewer


def _desk(scene: Scene) -> RenderableType:
    from rich.console import Group

    grid = columns("<", "+", gap=3)
    grid.add_row(_paper(scene), Group(*_beside(scene)))
    return grid


def _paper(scene: Scene) -> RenderableType:
    from rich.text import Text as Styled

    chosen = _just_drawn(scene)
    letters = Styled("    " + "  ".join(COLUMN_LETTERS), style="dim")
    lines = [letters]
    for nth, row in enumerate(scene.table["sheet"]["rows"]):
        number = WIDTH - nth
        line = Styled(f"{number:>2} ")
        for column, sign in zip(COLUMN_LETTERS, row, strict=True):
            line.append_text(_box(scene, f"{column}{number}", chosen.get(f"{column}{number}", sign)))
        lines.append(line)
    return Styled("\n").join(lines)


def _box(scene: Scene, name: str, sign: str) -> Styled:
    from rich.text import Text as Styled

    left, right = "[]" if name in scene.table["solid"] else "  "
    drawn = scene.sign("·", ".") if sign == "." else sign
    return Styled(f"{left}{drawn}{right}", style=STYLES.get(sign.lower(), "dim"))


def _just_drawn(scene: Scene) -> dict[str, str]:
    """The boxes drawn in this step, which are not yet on the sheet."""
    letter = "D" if scene.table["stage"] == "dummy" else scene.table["colours"][scene.viewer].upper()
    drawings = [drawing for drawing in scene.table["chosen"].values() if drawing is not None]
    return {box: letter for drawing in drawings for box in drawing["boxes"]}


def _beside(scene: Scene) -> list[RenderableType]:
    from rich.text import Text as Styled

    sheet = scene.table["sheet"]
    own = sheet["owner"] == scene.viewer
    title = say(YOUR_SHEET) if own else say(SHEET_OF, who=scene.name(sheet["owner"]))
    lines: list[RenderableType] = [Styled(title, style="bold"), *_on_paper(scene), ""]
    if scene.viewer not in scene.view["awaited"]:
        return [*lines, say(DRAWN)]
    forms = scene.table["to_draw"]
    now = scene.table["due"]
    lines.append(Styled(_ask(scene, forms[now]["form"], now), style="bold"))
    lines.append(_form(scene, forms[now]))
    if forms[now + 1 :]:
        lines += [say(THEN_SECRET, form=FORMS[forms[1]["form"]]), _form(scene, forms[1])]
    return [*lines, say(ANCHOR)]


def _on_paper(scene: Scene) -> list[RenderableType]:
    sheet, rectangle = scene.table["sheet"], scene.table["sheet"]["rectangle"]
    lines: list[RenderableType] = [say(JUST_DRAWN)] if _just_drawn(scene) else []
    if not rectangle["boxes"]:
        return lines or [say(NO_RECTANGLE)]
    lines.append(say(RECTANGLE, boxes=rectangle["boxes"], begin=rectangle["from"], end=rectangle["to"]))
    owner = scene.table["colours"][sheet["owner"]]
    helpers = [
        f"{colour_name(scene, letter)} {checks}"
        for letter, checks in zip(scene.table["colours"], sheet["checks"], strict=True)
        if letter != owner
    ]
    lines.append(say(CHECKS, checks=", ".join(helpers)))
    mine = scene.table["colours"][scene.viewer]
    if mine != owner:
        lines.append(say(AREA, n=sheet["area"]))
    return lines


def _ask(scene: Scene, form: str, now: int) -> str:
    table = scene.table
    if len(table["to_draw"]) > 1:
        return say((ASK_FIRST, ASK_SECOND)[now], form=FORMS[form])
    return say({"own": ASK_OWN, "dummy": ASK_DUMMY}.get(table["stage"], ASK_OTHER), form=FORMS[form])


# Forms


def _form(scene: Scene, form: dict[str, Any]) -> RenderableType:
    """A form in all its rotations, side by side."""
    from rich.table import Table as Grid

    grid = Grid.grid(padding=(0, 2, 0, 0))
    shapes = [shape(scene, boxes) for boxes in form["rotations"].values()]
    grid.add_row(*(f"r{turn}" for turn in form["rotations"]))
    tallest = max(len(lines) for lines in shapes)
    grid.add_row(*("\n".join([""] * (tallest - len(lines)) + lines) for lines in shapes))
    return grid


def shape(scene: Scene, boxes: list[list[int]]) -> list[str]:
    """The boxes of one rotation from top to bottom; the anchor, which is named in the notation, is an @."""
    covered = {(x, y) for x, y in boxes}
    left, right = min(x for x, _ in covered), max(x for x, _ in covered)
    filled = scene.sign("■", "#")
    return [
        " ".join(
            "@" if (x, y) == (0, 0) else filled if (x, y) in covered else " " for x in range(left, right + 1)
        ).rstrip()
        for y in range(max(y for _, y in covered), -1, -1)
    ]


# What all can see


def _players(scene: Scene) -> RenderableType:
    table = scene.table
    grid = columns("<", "~", "<", "<", "<", ">")
    grid.add_row(*(say(head) for head in HEADS), style="dim")
    for colour, letter in enumerate(table["colours"]):
        forms = " ".join(say(SHORT_NAMES[form]) for form in table["revealed"][colour]) or "–"
        cells = [f"{letter} {colour_name(scene, letter)}", forms]
        if letter != "d":
            cells += _progress(scene, colour)
        grid.add_row(*cells, style="bold" if colour == scene.viewer else None)
    return grid


def _progress(scene: Scene, seat: int) -> list[str]:
    table = scene.table
    owner = table["sheet_before"][seat]
    rounds = " + ".join(map(str, table["round_scores"][seat])) or "–"
    return ["" if owner is None else scene.name(owner), _how_far(scene, seat), rounds, str(table["points"][seat])]


def _how_far(scene: Scene, seat: int) -> str:
    if seat not in scene.view["awaited"]:
        return "" if scene.table["stage"] == "over" else say(HAS_DRAWN)
    return say(HALF if scene.table["forms_drawn"][seat] else DRAWS)


def _thumbs(scene: Scene, sheets: list[dict[str, Any]]) -> RenderableType:
    """Small sheets side by side."""
    from rich.table import Table as Grid

    grid = Grid.grid(padding=(0, 3, 0, 0))
    grid.add_row(*(_thumb_title(scene, sheet) for sheet in sheets))
    empty = scene.sign("·", ".")
    grid.add_row(*("\n".join(sheet["rows"]).replace(".", empty) for sheet in sheets))
    return grid


def _thumb_title(scene: Scene, sheet: dict[str, Any]) -> str:
    name = scene.name(sheet["owner"])
    return name if scene.table["sheets"] else say(MEMORY, who=name, n=sheet["seen"]["round"])


def _bonus(scene: Scene) -> list[RenderableType]:
    lines: list[RenderableType] = [""]
    for entry in scene.table["bonus"]:
        helpers = [
            f"{helper['rank']}. "
            + say(
                HELPER,
                who=colour_name(scene, helper["colour"]),
                checks=helper["checks"],
                area=helper["area"],
                vp=helper["vp"],
            )
            for helper in sorted(entry["helpers"], key=lambda helper: helper["rank"])
        ]
        lines.append(say(HELPERS, who=scene.name(entry["owner"]), helpers="; ".join(helpers)))
    return lines


# The choices


def meaning(scene: Scene, text: str) -> str:
    return say(NOTHING_FITS) if scene.parts(text)["kind"] == "pass" else ""


def fold(scene: Scene, texts: Sequence[str]) -> Folded:
    """Each rotation in one line, with all the boxes at which it fits; the holes in another."""
    anchors: dict[str, list[tuple[int, int]]] = {}
    holes, passes = [], []
    for text in texts:
        choice: Choice = scene.parts(text)
        if choice["kind"] == "form":
            boxes = anchors.setdefault(f"{choice['form']} r{choice['turn']} @", [])
            boxes.append((COLUMN_LETTERS.index(choice["at"][0]), int(choice["at"][1:])))
        elif choice["kind"] == "plug":
            holes.append(choice["at"])
        else:
            passes.append(text)
    lines = [(turned, blocks(boxes)) for turned, boxes in anchors.items()]
    if holes:
        lines.append(("plug", say(PLUGS, boxes=" ".join(holes))))
    return Folded(lines, passes)


def blocks(boxes: list[tuple[int, int]]) -> str:
    """`a-d1-3 f5`: boxes by column and row, those that make up a rectangle told together."""
    runs = [(row, run) for row in sorted({row for _, row in boxes}) for run in _runs(boxes, row)]
    told: list[tuple[tuple[int, int], int, int]] = []
    for row, run in runs:
        open_block = next((block for block in told if block[0] == run and block[2] == row - 1), None)
        if open_block is None:
            told.append((run, row, row))
        else:
            told[told.index(open_block)] = (run, open_block[1], row)
    return " ".join(_range(COLUMN_LETTERS[a], COLUMN_LETTERS[b]) + _range(low, high) for (a, b), low, high in told)


def _runs(boxes: list[tuple[int, int]], row: int) -> list[tuple[int, int]]:
    """The unbroken runs of columns in a row."""
    found: list[tuple[int, int]] = []
    for column in sorted(column for column, number in boxes if number == row):
        if found and found[-1][1] == column - 1:
            found[-1] = (found[-1][0], column)
        else:
            found.append((column, column))
    return found


def _range(first: object, last: object) -> str:
    return f"{first}" if first == last else f"{first}-{last}"
