package suites

import (
	"strings"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// A setting of stage:variant counts for that variant alone; what it leaves out is its stage's, then the default.
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
		if got := s.settings(of); got.Model != want.Model || got.Deadline != want.Deadline {
			t.Errorf("%s: %s within %v, want %s within %v", of, got.Model, got.Deadline, want.Model, want.Deadline)
		}
	}
}

func TestKeysOfSettings(t *testing.T) {
	v := vocabulary{system: "desk", stages: []pipeline.Stage{
		{Name: "router"}, {Name: "act", Variants: []string{"low", "high"}}, {Name: "think", Variants: []string{pipeline.AnyVariant}},
	}}
	for key, want := range map[string]string{
		"router": "", "act": "", "act:high": "", "think:agent-7": "",
		"act:hihg":  `the stage act has no variant "hihg" (nearest: high)`,
		"act:":      `the stage act has no variant ""`,
		"think:":    `the stage think has no variant ""`,
		"router:a":  "the stage router of desk has no variants: want router",
		"rooter:a":  `desk has no stage "rooter" (nearest: router)`,
		":high":     `desk has no stage ""`,
		"act:low:b": `the stage act has no variant "low:b"`,
	} {
		err := v.setting(key)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", key, err, want)
		}
	}
}
