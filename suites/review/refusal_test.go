package review

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// A refusal names the possible reason: templates of a folder, another build, an error of the case.
func TestRefusal(t *testing.T) {
	const base = "changed since you looked: run again"
	r := &Comparer{suite: &project.Suite{}}
	for _, tt := range []struct {
		name    string
		pending goldens.Pending
		errs    []error
		want    result.Taken
	}{
		{"the same build", goldens.Pending{Run: goldens.Run{Build: "b"}}, nil, result.Taken{Refused: base}},
		{"another build", goldens.Pending{Run: goldens.Run{Build: "a"}}, nil, result.Taken{Refused: base, Build: "a"}},
		{"a folder", goldens.Pending{Run: goldens.Run{Build: "b"}, Prompts: "p"}, nil,
			result.Taken{Refused: base + " (shown by run --prompts p: accept --from p)"}},
		{"errors", goldens.Pending{Run: goldens.Run{Build: "b"}}, []error{errors.New("x"), errors.New("y")},
			result.Taken{Refused: base + "\n  it ends in an error now: x"}},
	} {
		if d := cmp.Diff(&tt.want, r.refusal(&tt.pending, &Taking{Build: "b"}, tt.errs)); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, d)
		}
	}
}
