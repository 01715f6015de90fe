"""The games on paper: sheets to print, cut out and play with, and rulebooks as booklets.

What there is to print a game says itself (`print.py` and `print.typ` in its folder). The drawings are those of the
table, kept as SVG when the client is built (`drawings`). Typst lays out the pages (`compose`).
"""
