"""Runs a failed test again, as plugins do."""

from _pytest.runner import runtestprotocol


def pytest_runtest_protocol(item, nextitem):
    place = {"nodeid": item.nodeid, "location": item.location}
    item.ihook.pytest_runtest_logstart(**place)
    for _ in range(3):
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
        if not any(report.failed for report in reports):
            break
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(**place)
    return True
