"""The process ends in a test, as TROUBLE says."""

import os
import signal
import time

import model


def test_before():
    model.ask("before")


def test_trouble():
    model.ask("trouble")
    trouble = os.environ.get("TROUBLE")
    if trouble:
        os.kill(os.getpid(), getattr(signal, trouble))
        time.sleep(60)
    model.ask("no trouble")


def test_after():
    model.ask("after")
