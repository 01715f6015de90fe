"""The check of declarations finds what it should."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import msgspec
import pytest

from tests.declared import check_declared


class Inner(TypedDict):
    kind: Literal["a", "b"]
    pair: Annotated[list[int], msgspec.Meta(min_length=2, max_length=2)]
    more: NotRequired[dict[str, bool]]


class Outer(msgspec.Struct, tag_field="t", tag="outer", omit_defaults=True):
    inner: Inner
    row: tuple[int, str]
    name: str | None = None


INNER: dict[str, Any] = {"kind": "a", "pair": [1, 2]}
OUTER: dict[str, Any] = {"t": "outer", "inner": INNER, "row": [1, "x"]}


@pytest.mark.parametrize("more", [{}, {"name": None}, {"name": "x"}, {"inner": INNER | {"more": {"x": True}}}])
def test_what_is_as_declared_passes(more: dict[str, Any]) -> None:
    check_declared(OUTER | more, Outer)


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"t": "other"}, ".t"),
        ({"row": [1]}, ".row"),
        ({"row": ["x", 1]}, r".row\[0\]"),
        ({"name": 3}, ".name"),
        ({"also": 1}, ".also is not declared"),
        ({"inner": {"kind": "a"}}, ".inner.pair is missing"),
        ({"inner": INNER | {"kind": "c"}}, ".inner.kind"),
        ({"inner": INNER | {"pair": [1, 2, 3]}}, ".inner.pair"),
        ({"inner": INNER | {"pair": [1, True]}}, r".inner.pair\[1\]"),
        ({"inner": INNER | {"more": {"x": 1}}}, ".inner.more.x"),
        ({"inner": INNER | {"x": 1}}, ".inner.x is not declared"),
    ],
)
def test_what_is_not_as_declared_is_found(more: dict[str, Any], problem: str) -> None:
    with pytest.raises(AssertionError, match=problem):
        check_declared(OUTER | more, Outer)
