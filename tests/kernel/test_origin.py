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
