import model

tries = 0


def test_third_time(beaver):
    global tries
    tries += 1
    model.ask("again")
    assert tries == 3
    assert len(beaver.calls) == 1
