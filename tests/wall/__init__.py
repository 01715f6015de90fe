"""The wall over the wire: two worlds that a viewer cannot tell apart, played side by side on two real servers.

The worlds differ in all that the viewer must not know: cards, dice to come, seeds, and in what other seats choose
wherever the viewer's view stays the same. Everything that the viewer receives must be equal, byte by byte: messages,
their number and order, answers to any question, refusals. Ids, commitments, names and times are made equal at the
start, so that nothing is left out of the comparison.

    python -m tests.wall --game alluvium --comparisons 100000
"""
