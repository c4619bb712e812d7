package project_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

const rubric = "fixtures/judges/kind.md"

// judged returns a project with one judged turn.
func judged(text string) fstest.MapFS {
	return fstest.MapFS{
		"suites/s.yaml": {Data: []byte("system: beaver\nmodels: {judge: big}\n")},
		rubric:          {Data: []byte(text)},
		"fixtures/conversations/a.yaml": {
			Data: []byte("turns: [{user: Hello, expect: {reply: {judge: {rubric: judges/kind.md}}}}]")},
	}
}

// inputs returns the digests of its case.
func inputs(t *testing.T, fsys fstest.MapFS) (in project.Inputs, err error) {
	t.Helper()
	p, err := project.Open(fsys, "")
	if err != nil {
		t.Fatal(err)
	}
	systems, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	suites, err := project.Load(t.Context(), p, systems, nil)
	if err != nil {
		return in, err
	}
	err = suites[0].Sources().Each(t.Context(), func(src fixtures.Source) error {
		in, err = suites[0].Inputs(src, []string{"beaver"})
		return err
	})
	return in, err
}

// An edited rubric touches the cases that it judges.
func TestInputs_Rubric(t *testing.T) {
	one, err := inputs(t, judged("It is kind."))
	if err != nil {
		t.Fatal(err)
	}
	same, _ := inputs(t, judged("It is kind."))
	other, _ := inputs(t, judged("It is kind and short."))
	if one != same || one == other {
		t.Errorf("%v, again %v, edited %v", one, same, other)
	}
}

func TestRubric_Bad(t *testing.T) {
	for text, want := range map[string]string{
		" \n":                                    rubric + ": it is empty: ",
		"kind\xff":                               rubric + ": it is not text in UTF-8",
		strings.Repeat("a", project.MaxRubric+1): "at most 64 KB are read",
	} {
		if _, err := inputs(t, judged(text)); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "fixtures/conversations/a.yaml:1: judge: ") {
			t.Errorf("%.20q: %v, want %q", text, err, want)
		}
	}
}
