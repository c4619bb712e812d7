"""Tests of the desks: pytest, with the plugin of beaver-eval installed. Each test is a case with a golden."""

import pytest

import desk


@pytest.mark.beaver(answers={"router": {"desk": "weather"}, "weather": "It is sunny in Oslo."})
def test_weather():
    assert "sunny" in desk.answer("What is the weather in Oslo?")


@pytest.mark.parametrize("ship", ["Fram", "Sjøørn"])
def test_berth(beaver, ship):
    beaver.answers({"router": {"desk": "berths"}, "berths": f"{ship} lies at berth 4."})
    assert desk.answer(f"Where does {ship} lie?") == f"{ship} lies at berth 4."
    assert ship in beaver.prompt("berths")
    assert [call["stage"] for call in beaver.calls] == ["router", "berths"]


@pytest.mark.asyncio
@pytest.mark.beaver(answers={
    "router": {"desk": "weather"},
    "weather": [{"when": {"text": "Oslo"}, "text": "Sun."}, {"when": {"text": "Bergen"}, "text": "Rain."}],
})
async def test_side_by_side():
    assert await desk.answer_all(["Oslo tomorrow?", "Bergen tomorrow?"]) == ["Sun.", "Rain."]


@pytest.mark.beaver(
    answers={"router": {"desk": "berths"}, "weather": "I know of the weather only."},
    fault="missing-key:every@router",
    case="a router that names no desk",
)
def test_no_desk():
    assert desk.answer("Where does Fram lie?") == "I know of the weather only."


def test_prompts():
    assert all(text.endswith("\n") for text in desk.PROMPTS.values())  # asks no model: not judged
