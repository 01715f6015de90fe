"""PettingZoo's connect four, played at random."""

from __future__ import annotations

from at_random import seat_by_seat
from pace import one_core, serve
from pettingzoo.classic import connect_four_v3

if __name__ == "__main__":
    with one_core():
        serve({"connect four": seat_by_seat(connect_four_v3.env())})
