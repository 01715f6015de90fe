"""A browser that hung is asked once more, and the summary says which test needed it.

Chromium stands still now and then on a busy machine. What is wrong twice in a row is wrong; what fails without waiting,
and every test without a browser, is never repeated.
"""

from __future__ import annotations

import pytest
from _pytest.runner import runtestprotocol

from tests.browser.visiting import close_chromium, wants_chromium

HUNG = "hung at first"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    if not isinstance(item, pytest.Function) or not wants_chromium(item):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    if any(report.failed and "timeout" in report.longreprtext.lower() for report in reports):
        close_chromium()
        item._initrequest()  # with new fixtures and another browser, as if nothing had happened
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
        reports[-1].user_properties.append((HUNG, item.nodeid))
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [report for reports in terminalreporter.stats.values() for report in reports]
    for report in reports:
        if HUNG in dict(getattr(report, "user_properties", ())):
            terminalreporter.write_line(f"{HUNG}: {report.nodeid}", yellow=True)
