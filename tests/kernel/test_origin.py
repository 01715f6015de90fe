"""Records of games that began with a position."""

from __future__ import annotations

import pytest

import alcove
from alcove import Record
from alcove.kernel.errors import TamperedError, UnreadableError
from alcove.kernel.proof import prove

POSITION = "5/5/2w2/5/5 b 1-2 0-0 0"


def tried() -> Record:
    record = Record.begin_from(alcove.game("alva").read(POSITION), "abc234 7", ("Anna", "Bruno"))
    position = record.start()
    for seat, text in ((1, "a1"), (0, "c2"), (1, "e5")):
        [(action, position)] = position.play_turn(seat, text)
        record = record.add(seat, action, position)
    return record


def test_it_says_where_it_came_from_and_is_proven() -> None:
    text = str(tried())
    assert text.startswith("Alcove record 4\n")
    assert "origin: abc234 7\n" in text
    assert f"rules 1 after 0 lost 0,0 from {POSITION}\n" in text
    assert Record.read(text) == tried_again(text)
    proof = prove(text)
    assert proof.whole
    assert [(part.version, part.actions) for part in proof.parts] == [(1, 3)]


def hidden(position: alcove.Position) -> list[list[int]]:
    """What nobody knows: the cards that nobody has seen, and the generator."""
    undealt = position.game.rules.undealt
    return [
        [int(word) for word in position.state.rng],
        *([] if undealt is None else map(list, undealt(position.state))),
    ]


@pytest.mark.parametrize("name", ["alvos", "alluvium", "alpacalypse", "tollgate"])
def test_cards_and_dice_to_come_are_not_those_of_the_other_game(name: str) -> None:
    position = alcove.game(name).new(seed=5)
    tried = [Record.begin_from(position, "abc234 0") for _ in range(2)]
    starts = [record.start() for record in tried]
    for one, other in ((starts[0], position), (starts[1], position), (starts[0], starts[1])):
        assert all(mine != theirs for mine, theirs in zip(hidden(one), hidden(other), strict=True) if len(mine) > 6)
        assert hidden(one)[0] != hidden(other)[0]
        assert [sorted(mine) for mine in hidden(one)[1:]] == [sorted(theirs) for theirs in hidden(other)[1:]]
    for record, start in zip(tried, starts, strict=True):
        assert start.renewed(f"{record.seed} {record.nonce}") == start, "whoever knows the seed can check it"
        assert [start.view(seat) for seat in range(start.players)] == [
            position.view(seat) for seat in range(start.players)
        ]
        assert record.without_seed().earlier[0].position is None
        assert prove(str(record)).whole


def tried_again(text: str) -> Record:
    """The same record, written and read once more."""
    return Record.read(str(Record.read(text)))


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("origin: abc234 7", "origin: abc234", UnreadableError),
        ("origin: abc234 7", "origin: ../etc 7", UnreadableError),
        ("Alcove record 4", "Alcove record 3", UnreadableError),
        (f"rules 1 after 0 lost 0,0 from {POSITION}\n", "", UnreadableError),
        ("origin: abc234 7", "origin: abc234 8", TamperedError),
        ("origin: abc234 7\n", "", TamperedError),
    ],
)
def test_what_was_changed_is_found(old: str, new: str, error: type[Exception]) -> None:
    text = str(tried())
    assert old in text
    with pytest.raises(error):
        prove(text.replace(old, new))
