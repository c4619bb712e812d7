package project

import (
	"slices"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// A setting of stage:variant applies to that variant only; missing ones are its stage's, then the default.
func TestSettingsOfAVariant(t *testing.T) {
	s := &Suite{
		Models:    map[string]string{"default": "d", "act": "a", "act:high": "h", "think:x": "x"},
		Deadlines: map[string]time.Duration{"act": time.Second, "act:low": time.Minute},
	}
	for of, want := range map[string]pipeline.StageSettings{
		"act":      {Model: "a", Deadline: time.Second},
		"act:high": {Model: "h", Deadline: time.Second},
		"act:low":  {Model: "a", Deadline: time.Minute},
		"think":    {Model: "d", Deadline: DefaultDeadline},
		"think:x":  {Model: "x", Deadline: DefaultDeadline},
		"think:y":  {Model: "d", Deadline: DefaultDeadline},
	} {
		if got := s.Settings(of); got.Model != want.Model || got.Deadline != want.Deadline {
			t.Errorf("%s: %s within %v, want %s within %v", of, got.Model, got.Deadline, want.Model, want.Deadline)
		}
	}
}

func TestSettingsKeys(t *testing.T) {
	s := &Suite{
		Models:  map[string]string{"default": "d", "act": "a", "act:high": "h", "think:x": "x", "acting": "b"},
		Replies: map[string]pipeline.Policy{"act:high": pipeline.Strict, "act:a:b": pipeline.Extract},
	}
	for of, want := range map[string][]string{
		"act": {"act", "act:a:b", "act:high"}, "think": {"think", "think:x"}, "other": {"other"},
	} {
		if got := s.SettingsKeys(of); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", of, got, want)
		}
	}
}
