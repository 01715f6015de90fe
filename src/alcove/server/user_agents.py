"""What kind of browser asks, in two words: the only thing that is kept of what a browser says about itself."""

from __future__ import annotations

MOST_READ = 400
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari/", "Safari"),
)
"""The first that is found: most call themselves by the names of others, too."""
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def label_of(user_agent: str) -> str:
    """Such as 'Firefox, Linux'; nothing if neither is known."""
    read = user_agent[:MOST_READ]
    found = [next((name for sign, name in known if sign in read), "") for known in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found))
