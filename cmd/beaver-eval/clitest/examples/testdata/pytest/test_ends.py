"""Whose call is it, and which tests are judged."""

import asyncio
import threading
import unittest

import conftest
import model
import pytest


def test_conftest_is_led_too():
    assert conftest.BASE_URL.startswith("http://127.0.0.1:")


@pytest.fixture
def after():
    yield
    model.ask("after")


def test_fixture(after, beaver):
    model.ask("during")
    assert [call["stage"] for call in beaver.calls] == ["desk"]
    assert beaver.prompt("desk").endswith("during")


@pytest.fixture(scope="module")
def shared():
    return model.ask("shared")


def test_first(shared):
    model.ask("first")


def test_second(shared):
    model.ask("second")


@pytest.mark.skip
def test_skipped(shared):
    model.ask("skipped")


def test_skips_itself():
    model.ask("skips")
    pytest.skip("after a call")


@pytest.mark.xfail(strict=True)
def test_fails_as_expected():
    model.ask("fails")
    raise AssertionError("as expected")


@pytest.mark.parametrize("text", ["龍", "a/b c", "x" * 1500], ids=["龍", None, "x" * 1500])
def test_names(text, beaver):
    assert model.ask(text, beaver.url + "/v1") == "It is sunny."
    assert len(beaver.name.encode()) <= 200


@pytest.mark.beaver(answers={"desk": "Rain."})
class TestMarks:
    def test_of_class(self):
        assert model.ask("class") == "Rain."

    @pytest.mark.beaver(answers={"desk": "Snow."})
    def test_of_its_own(self):
        assert model.ask("own") == "Snow."

    def test_said(self, beaver):
        beaver.answers({"desk": ["Hail.", "Fog."]})
        assert [model.ask("said"), model.ask("said again")] == ["Hail.", "Fog."]


@pytest.mark.asyncio
async def test_asyncio():
    assert await asyncio.to_thread(model.ask, "asyncio") == "It is sunny."


def test_thread():
    thread = threading.Thread(target=model.ask, args=["thread"])
    thread.start()
    thread.join()


class OfUnittest(unittest.TestCase):
    def setUp(self):
        model.ask("set up")

    def test_one(self):
        model.ask("one")
