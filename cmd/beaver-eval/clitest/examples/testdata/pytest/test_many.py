import model
import pytest


@pytest.mark.parametrize("number", range(200))
def test_number(number):
    assert model.ask(f"Number {number}") == "It is sunny."
