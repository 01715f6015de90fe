"""People are told of their games when they are not there: by Web Push, mail, webhook or a chat service.

A change of a table and what is owed for it are stored together (`owing.py`), so that no crash comes between. Delivery
(`delivery.py`) finds what is due in the database, gathers it, sends it, and then notes that it was sent.
"""
