package runner

import (
	"encoding/json"
	"path"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Beaver declares all of its names: no fallback, decision or call of any case has another one.
func TestStagesSayWhatHappens(t *testing.T) {
	eachCase(t, func(t *testing.T, s *project.Suite, c *fixtures.Case) {
		v := s.Vocabulary()
		must := func(err error) {
			if err != nil {
				t.Error(err)
			}
		}
		for _, step := range finished(t, s, c).trace().Steps {
			switch step.Kind {
			case pipeline.EntryFallback:
				must(v.Reason(step.Fallback.Stage, string(step.Fallback.Reason)))
			case pipeline.EntryDecided:
				must(v.Stage(step.Stage))
				mustDecide(t, v, step)
			case pipeline.EntryCall:
				must(v.Caller(step.Stage))
				below := step.Path[strings.IndexByte(step.Path, '/')+1:]
				for _, key := range []string{step.Path, below, step.Stage, "**/" + path.Base(below),
					path.Base(below)[:1] + "*"} {
					must(v.AnswerKey(key))
				}
			}
		}
	})
}

// mustDecide checks a decision's values against those that the stage lists.
func mustDecide(t *testing.T, v trace.Vocabulary, step trace.Step) {
	stage, _ := v.Find(step.Stage)
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
			if err := v.Decision([]pipeline.Stage{stage}, key, value); err != nil {
				t.Error(err)
			}
		}
	}
}
