package contracttest

import (
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// An answer for a stage that two systems have belongs to the other one if the case answers calls that only that makes;
// else it is reported as unused.
func TestAnswersForAnotherSystem(t *testing.T) {
	const said = `
      send_message: >-
        <send_message>{"sender_id":"a","receiver":["user"],"message":"m","stage_relative":"no_relative",
        "need_reply":false}</send_message>
      think: {goal: g, decision: null}
`
	for answers, warned := range map[string]bool{said: true, said + "      understand: {}\n": false} {
		p, err := project.Open(small("mas", "mas: {team: [{id: a}]}\n", answers), "")
		if err != nil {
			t.Fatal(err)
		}
		all := systems(t)
		loaded, err := project.Load(t.Context(), p, all, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = runner.Run(t.Context(), loaded, all, runner.Options{}, func(r *result.Result) error {
			got := strings.Join(r.Warnings, "\n")
			if strings.Contains(got, "nothing asked for this answer: turn-1 think") != warned || !warned && got != "" {
				t.Errorf("%s\nwarnings: %q", answers, got)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
