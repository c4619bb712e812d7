import pytest

import desk


@pytest.mark.parametrize("question", ["Is it windy?", "Where is Fram?"])
def test_answer(question):
    name, text = desk.answer(question)
    assert name in desk.DESKS and text


def test_without_a_model():
    assert len(desk.DESKS) == 2
