package project

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/judge"
	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// MaxRubric is the size of a rubric, in bytes: a judge reads it with every reply.
const MaxRubric = 64 << 10

// Rubric reads the rubric of a judge. file is its path in the project.
func (p *Project) Rubric(by *expect.Judge) (file, text string, err error) {
	file = path.Join(p.Fixtures, by.Rubric)
	data, err := disk.Read(p.FS, file, MaxRubric)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = errors.New("there is no such file: write there, in words, what a good reply is")
	case err != nil:
		err = fixtures.Pathless(err)
	case !utf8.Valid(data):
		err = errors.New("it is not text in UTF-8")
	case strings.TrimSpace(string(data)) == "":
		err = errors.New("it is empty: write there, in words, what a good reply is")
	}
	if err != nil {
		return file, "", pipeline.FileErrorf(file, 0, "%w", err)
	}
	return file, string(data), nil
}

// CheckLabels returns an error if a gate over the cases of suites is on a judge that too few labels show to be right.
func CheckLabels(ctx context.Context, suites []*Suite, systems []string, g metric.Gate) error {
	rubric, is := g.Judge()
	if !is {
		return nil
	}
	labels := 0
	for _, s := range suites {
		if g.Suite != "" && g.Suite != s.Name {
			continue
		}
		err := s.Sources().Each(ctx, func(src fixtures.Source) error {
			c, err := src.Decode(systems)
			if err != nil {
				return nil // reported elsewhere
			}
			for _, t := range c.AllTurns() {
				if t.Labels == nil {
					continue
				}
				if _, has := t.Labels.Judge[rubric]; has {
					labels++
				} else if rubric == "" {
					labels += len(t.Labels.Judge)
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return g.CheckLabels(labels)
}

// checkLabels checks the suite's own gates on judges.
func (s *Suite) checkLabels(ctx context.Context, systems []string) error {
	var errs []error
	for i, g := range s.gates {
		if err := CheckLabels(ctx, []*Suite{s}, systems, g); err != nil {
			errs = append(errs, s.node.Get("gates").Items[i].Errorf("gates: %w", err))
		}
	}
	return errors.Join(errs...)
}

// Judges reports whether the suite gives judges a model.
func (s *Suite) Judges() bool { return len(s.judgeKeys()) > 0 }

// ofJudge reports whether a key of settings is a judge's.
func (s *Suite) ofJudge(key string) bool {
	_, judged := s.known.Judge()
	stage, _, _ := strings.Cut(key, ":")
	return judged && stage == judge.Name
}

// judgeKeys returns the keys of models that are of judges.
func (s *Suite) judgeKeys() []string {
	var keys []string
	for key := range s.Models {
		if s.ofJudge(key) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// JudgedByItself returns a model that judges what it has said itself: one of the suite's judges that is also the model
// of a stage, or the model of all stages (empty: as the suite says); empty: there is none. An application's models are
// its own business.
func (s *Suite) JudgedByItself(all string) string {
	if !s.Judges() {
		return ""
	}
	judges := s.judgeKeys()
	for _, key := range judges {
		name := model.ModelName(s.Models[key])
		if all != "" && name == model.ModelName(all) {
			return name
		}
		for stage, of := range s.Models {
			if all == "" && !slices.Contains(judges, stage) && name == model.ModelName(of) {
				return name
			}
		}
	}
	return ""
}

// checkJudges reports the judges of a turn that cannot judge: their suite gives them no model, or there is no rubric.
// The model under test is no default: it would judge itself.
func (s *Suite) checkJudges(t *fixtures.Turn) error {
	var errs []error
	for _, key := range []string{"expect", "labels"} {
		at := t.Node(key, "reply", "judge")
		for _, by := range t.JudgesIn(key) {
			_, known := s.known.Judge()
			if !known {
				errs = append(errs, at.Errorf("judge: %s has a stage %s of its own, so nothing can judge its replies "+
					"here", s.System, judge.Name))
				continue
			}
			if s.Models[judge.Name] == "" && s.Models[by.By] == "" {
				errs = append(errs, at.Errorf("judge: %s gives it no model: add `models: {%s: NAME}` there", s.file,
					judge.Name))
			}
			if _, _, err := s.project.Rubric(&by); err != nil {
				errs = append(errs, at.Errorf("judge: %w", err))
			}
		}
	}
	return errors.Join(errs...)
}
