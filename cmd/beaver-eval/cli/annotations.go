package cli

import (
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// annotations collects what GitHub shows beside the files of a pull request. A nil one collects nothing.
type annotations struct {
	below    string         // the project in the repository
	broken   annotationList // cases that could not be run
	failing  annotationList
	changed  annotationList
	gates    annotationList
	warnings annotationList
}

// newAnnotations are those of a run in GitHub Actions, nil elsewhere.
func (a *app) newAnnotations(p *project.Project) *annotations {
	if !a.inGitHub() {
		return nil
	}
	return &annotations{below: a.belowRepository(p.Dir)}
}

// add takes what there is to say of a case.
func (s *annotations) add(r *result.Result) {
	if s == nil {
		return
	}
	name := r.Suite + "/" + r.Case
	var errs []string
	for _, err := range r.Errors {
		errs = append(errs, err.Error())
	}
	s.broken.add(s.at(r, r.Line, name+" could not be run", errs))
	s.failing.add(s.at(r, failingLine(r), name+" fails", r.Failures))
	s.changed.add(s.at(r, r.Line, name+": prompts are not as accepted", changed(r)))
	s.warnings.add(s.at(r, r.Line, name+": stale answers", stale(r)))
}

// at is an annotation at a line of the case's file; of an orphan, at its golden.
func (s *annotations) at(r *result.Result, line int, title string, lines []string) annotation {
	file := r.File
	if file == "" {
		file, line = r.Golden, 1
	}
	return annotation{file: path.Join(s.below, file), line: line, title: title, message: brief(lines)}
}

// failingLine is where the first turn begins that is not as expected.
func failingLine(r *result.Result) int {
	for _, score := range r.Scores {
		if score.Required && !score.Holds {
			return score.Line
		}
	}
	return r.Line
}

// What a message has at most: so many lines of so many bytes.
const (
	mostAnnotationLines = 10
	mostAnnotationLine  = 500
)

// brief are the first lines, and how many more there are.
func brief(lines []string) string {
	var kept []string
	for _, line := range lines[:min(len(lines), mostAnnotationLines)] {
		if len(line) > mostAnnotationLine {
			line = strings.ToValidUTF8(line[:mostAnnotationLine], "") + "…"
		}
		kept = append(kept, line)
	}
	if more := len(lines) - len(kept); more > 0 {
		kept = append(kept, fmt.Sprintf("… and %d more", more))
	}
	return strings.Join(kept, "\n")
}

// judge takes the gates. What a dropped one forbids is a warning, like the gate itself: nothing is red where the run is
// not.
func (s *annotations) judge(gates []metric.Verdict) {
	if s == nil {
		return
	}
	var dropped annotationList
	for _, v := range gates {
		switch {
		case v.Dropped:
			dropped.add(annotation{title: "a gate was dropped", message: v.Gate + ": dropped by --no-gate"})
		case v.Undecided > 0: // the case in error is named itself
		case !v.Holds:
			s.gates.add(annotation{title: "a gate fails", message: strings.Join(reports.GateWords(v), "\n")})
		}
	}
	s.warnings = dropped.then(s.warnings)
	if !reports.Watched(gates, "expectations") {
		s.warnings, s.failing = s.warnings.then(s.failing), annotationList{}
	}
	if !reports.Watched(gates, "goldens") {
		s.warnings, s.changed = s.warnings.then(s.changed), annotationList{}
	}
}

// write prints the lines, first those of gates, since they decide. judge has put dropped ones first among the warnings.
func (s *annotations) write(w io.Writer) error {
	if s == nil {
		return nil
	}
	if err := s.gates.then(s.broken).then(s.failing).then(s.changed).write(w, "error"); err != nil {
		return err
	}
	return s.warnings.write(w, "warning")
}

// changed are the calls whose prompts are not as accepted, and the forms.
func changed(r *result.Result) []string {
	var lines []string
	for _, c := range r.Changes {
		if c.Status != result.Unchanged {
			lines = append(lines, c.String())
		}
	}
	for _, f := range r.Forms {
		lines = append(lines, fmt.Sprintf("%s: %s", f.File, f.Status))
	}
	return lines
}

// stale are the calls whose answers were recorded for another request.
func stale(r *result.Result) []string {
	if r.Trace == nil {
		return nil
	}
	var lines []string
	for _, c := range r.Trace.Calls() {
		if c.Origin.Match == pipeline.MatchStale {
			lines = append(lines, c.Path)
		}
	}
	return lines
}
