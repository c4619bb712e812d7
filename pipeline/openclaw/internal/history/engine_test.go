package history_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/history"
)

// short keeps the last message and adds to the system prompt, or fails.
type short struct {
	history.Legacy
	err error
}

func (s short) Info() history.Info { return history.Info{ID: "short", Name: "Short", Version: "2"} }

func (s short) Assemble(_ string, messages []pipeline.Message, _ int) (history.Assembled, error) {
	return history.Assembled{Messages: messages[len(messages)-1:], Tokens: 7, Addition: "be short"}, s.err
}

func TestResolve_O30(t *testing.T) {
	registry := append(history.Default(), short{})
	for slot, want := range map[string]string{
		"": "legacy", " \ufeff\n": "legacy", "legacy": "legacy", "\tshort\u00a0": "short",
	} {
		e, err := registry.Resolve(slot)
		if err != nil {
			t.Errorf("%q: %v", slot, err)
		} else if e.Info().ID != want {
			t.Errorf("%q is %s, want %s", slot, e.Info().ID, want)
		}
	}
}

func TestUnknownEnginesAreAnError_O30(t *testing.T) {
	_, err := append(history.Default(), short{}).Resolve(` "Legacy" `)
	want := `Context engine ""Legacy"" is not registered. Available engines: legacy, short`
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestFailingEnginesLeaveThePlainMessages_O30(t *testing.T) {
	said := []pipeline.Message{
		pipeline.Text(pipeline.RoleUser, "message", "a"), pipeline.Text(pipeline.RoleUser, "message", "b"),
	}
	got, warning := history.Assemble(short{}, "s", said, 10)
	want := history.Assembled{Messages: said[1:], Tokens: 7, Addition: "be short"}
	if diff := cmp.Diff(want, got); diff != "" || warning != nil {
		t.Errorf("%s, warning %v", diff, warning)
	}
	broken := errors.New("no store")
	got, warning = history.Assemble(short{err: broken}, "s", said, 10)
	if diff := cmp.Diff(history.Assembled{Messages: said}, got); diff != "" || !errors.Is(warning, broken) {
		t.Errorf("%s, warning %v", diff, warning)
	}
}
