package review

import (
	"errors"
	"testing"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// A refusal names what can be the reason: templates of a folder, another build, an error of the case.
func TestRefusal(t *testing.T) {
	const base = "changed since you looked: run again"
	r := &Comparer{suite: &project.Suite{}}
	for _, tt := range []struct {
		name    string
		pending goldens.Pending
		errs    []error
		want    string
	}{
		{"the same build", goldens.Pending{Run: goldens.Run{Build: "b"}}, nil, base},
		{"another build", goldens.Pending{Run: goldens.Run{Build: "a"}}, nil,
			base + " (shown by another build of the program: a; this one is b)"},
		{"a folder", goldens.Pending{Run: goldens.Run{Build: "a"}, Prompts: "p"}, nil,
			base + " (shown by run --prompts p: accept --from p)"},
		{"errors", goldens.Pending{Run: goldens.Run{Build: "b"}}, []error{errors.New("x"), errors.New("y")},
			base + "\n  it ends in an error now: x"},
	} {
		if got := r.refusal(&tt.pending, &Taking{Build: "b"}, tt.errs); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
