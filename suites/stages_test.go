package suites

import (
	"encoding/json"
	"path"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Beaver says all that can be named of it: no fallback, decision or call of any case has another name.
func TestStagesSayWhatHappens(t *testing.T) {
	eachCase(t, func(t *testing.T, s *Suite, c *fixtures.Case) {
		v := s.Vocabulary()
		must := func(err error) {
			if err != nil {
				t.Error(err)
			}
		}
		for _, step := range finished(t, s, c, nil).trace().Steps {
			switch step.Kind {
			case pipeline.EntryFallback:
				must(v.reason(step.Fallback.Stage, string(step.Fallback.Reason)))
			case pipeline.EntryDecided:
				must(v.stage(step.Stage))
				mustDecide(t, v, step)
			case pipeline.EntryCall:
				must(v.caller(step.Stage))
				below := step.Path[strings.IndexByte(step.Path, '/')+1:]
				for _, key := range []string{step.Path, below, step.Stage, "**/" + path.Base(below), path.Base(below)[:1] + "*"} {
					must(v.answerKey(key))
				}
			}
		}
	})
}

// mustDecide looks at the values of a decision that the stage has listed.
func mustDecide(t *testing.T, v vocabulary, step Step) {
	stage, _ := v.find(step.Stage)
	var made map[string]json.RawMessage
	if len(stage.Values) == 0 || json.Unmarshal(step.Value, &made) != nil {
		return
	}
	for key := range stage.Values {
		var one string
		var many []string
		if json.Unmarshal(made[key], &one) == nil && one != "" {
			many = []string{one}
		} else if err := json.Unmarshal(made[key], &many); err != nil && made[key] != nil {
			t.Errorf("%s of %s is %s, neither a text nor a list", key, stage.Name, made[key])
		}
		for _, value := range many {
			if err := v.decision(stage, key, value); err != nil {
				t.Error(err)
			}
		}
	}
}
