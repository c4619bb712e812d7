package alfred

import (
	"encoding/json"
	"testing"
)

// What Python writes and JSON does not know is read as text, and a case that cannot be read is the only one lost.
func TestVectorsAreRead(t *testing.T) {
	const file = `[{"id": "a", "input": [NaN, -Infinity, "NaN \" Infinity"], "output": [null]}, {"id": 7},
		{"id": "c", "kind": "x", "input": {"raises": "ValueError"}, "output": {"raises": "E", "more": 1}}]`
	var all []json.RawMessage
	if err := json.Unmarshal(asJSON([]byte(file)), &all); err != nil {
		t.Fatal(err)
	}
	first, err := vectorOf(all[0])
	if err != nil {
		t.Fatal(err)
	}
	sameJSON(t, "numbers", first.Input, []string{"NaN", "-Infinity", `NaN " Infinity`})
	if _, err := vectorOf(all[1]); err == nil {
		t.Error("a case without a text for its id is read")
	}
	third, err := vectorOf(all[2])
	if err != nil || raises(third.Input) == "" || raises(third.Output) != "" {
		t.Errorf("%v: raises %q and %q", err, raises(third.Input), raises(third.Output))
	}
}

// A trial ends at a fatal error, a panic and a skip, and none of them fails the test.
func TestVectorTrials(t *testing.T) {
	for want, f := range map[string]func(*trial){
		"":             func(*trial) {},
		"no":           func(tr *trial) { tr.Fatal("no") },
		"panic: oh no": func(*trial) { panic("oh no") },
	} {
		tr := try(t, false, f)
		if got := append(tr.failures, "")[0]; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if tr := try(t, false, func(tr *trial) { tr.skip("a rule") }); tr.skipped != "a rule" || len(tr.failures) > 0 {
		t.Errorf("%+v", tr)
	}
}
