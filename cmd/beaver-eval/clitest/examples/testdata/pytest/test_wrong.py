"""What is wrong in a test is said in the test."""

import model
import pytest


@pytest.mark.beaver(case="same")
def test_one():
    model.ask("one")


@pytest.mark.beaver(case="same")
def test_two():
    model.ask("two")


@pytest.mark.beaver(answer={})
def test_no_such_key():
    pass


@pytest.mark.beaver(answers={"desk": object()})
def test_no_json():
    pass


@pytest.mark.beaver(answers={"dekc": "Rain."})
def test_no_such_stage():
    model.ask("stage")


@pytest.mark.beaver(fault="no-such-fault@desk")
def test_no_such_fault():
    model.ask("fault")


def test_no_such_call(beaver):
    model.ask("call")
    beaver.prompt("other")


def test_fine():
    pass
