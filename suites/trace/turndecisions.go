package trace

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/filter"
)

// IsAt reports whether a step happened at a call (its path below the turn, with or without the number of the try) or
// place that matches a glob.
func (v *TurnView) IsAt(glob string, s *Step) bool {
	return slices.ContainsFunc(append(v.namesOf(s), v.Below(s.Place())), func(name string) bool {
		return filter.Matches([]string{glob}, name)
	})
}

// namesOf returns the names by which a decision can be keyed: the path of its call below the turn, with and without the
// number of the try, and its place with the name of its stage.
func (v *TurnView) namesOf(s *Step) []string {
	call := v.Below(s.Path)
	bare, _, _ := strings.Cut(call, "#")
	return []string{call, bare, v.Below(path.Join(s.Place(), s.OfStage()))}
}

// made returns the matching decisions of the turn, the last one of each stage in each place or call that key
// distinguishes.
func (v *TurnView) made(fits func(*Step) bool, key func(*Step) string) []*Step {
	var all []*Step
	byKey := map[string]int{}
	for i := range v.Steps {
		s := &v.Steps[i]
		if s.Kind != pipeline.EntryDecided || !fits(s) {
			continue
		}
		k := s.Stage + " " + key(s)
		if n, ok := byKey[k]; ok {
			all[n] = s
			continue
		}
		byKey[k] = len(all)
		all = append(all, s)
	}
	return all
}

// Decision reads a decision of a kind, with the step that reports it. at is a glob over places and calls; without it
// the last decision at the turn's own place counts or, if there is none, that of the only place below that has some. If
// several stages or places have decided, the error names them: none is silently taken. If nothing was decided it is an
// *UndecidedError; done says there what did not happen.
func Decision[T any](v *TurnView, what pipeline.Decides, at, done string) (made T, d *Step, err error) {
	d, err = v.decisionOf(what, at)
	if err != nil {
		return made, nil, err
	}
	if d == nil {
		where := " in this turn"
		if at != "" {
			where = " at " + at
		}
		return made, nil, v.undecided(what, "nothing was "+done+where)
	}
	if err := json.Unmarshal(d.Value, &made); err != nil {
		return made, nil, fmt.Errorf("the decision of %s: %w", d.Stage, err)
	}
	return made, d, nil
}

// UndecidedError says that a requested decision was not made.
type UndecidedError struct {
	Stage string // the stages that could have made it
	What  string // did not happen
}

// Error implements error.
func (e *UndecidedError) Error() string { return e.What }

func (v *TurnView) undecided(what pipeline.Decides, why string) error {
	return &UndecidedError{Stage: strings.Join(v.stages[what], " or "), What: why}
}

// decisionOf finds the decision of an expectation; nil: none.
func (v *TurnView) decisionOf(what pipeline.Decides, at string) (*Step, error) {
	is := func(s *Step) bool { return s.IsDecision(what, v.stages[what]) }
	if at != "" {
		return one(v, v.made(func(s *Step) bool { return is(s) && v.IsAt(at, s) }, (*Step).Place))
	}
	made := v.made(func(s *Step) bool { return is(s) && s.IsAt(v.Place) }, (*Step).Place)
	if len(made) == 0 {
		made = v.made(is, (*Step).Place)
	}
	return one(v, made)
}

// one returns the only decision; nil: none.
func one(v *TurnView, made []*Step) (*Step, error) {
	switch len(made) {
	case 0:
		return nil, nil
	case 1:
		return made[0], nil
	}
	var places []string
	for _, s := range made {
		places = append(places, v.Below(path.Join(s.Place(), s.OfStage())))
	}
	const several = "there are %d decisions, at %s: say with at which one is meant"
	return nil, fmt.Errorf(several, len(made), strings.Join(places, ", "))
}

// IsFallbackOf reports whether a fallback is that of a decision: of its stage, in its place.
func IsFallbackOf(f, d *Step) bool {
	return f.Kind == pipeline.EntryFallback && f.Fallback.Stage == d.Stage && f.Place() == d.Place()
}

// DecisionsAt returns the decisions that a key of decisions names. The name of a stage means its decision as in
// decided; a path means the last decision at this call or of this stage in this place; a glob means every match.
func (v *TurnView) DecisionsAt(key string) []*Step {
	if !strings.ContainsAny(key, "/*?[{\\#") {
		if s := v.decided(key); s != nil {
			return []*Step{s}
		}
	}
	return v.made(func(s *Step) bool {
		return slices.ContainsFunc(v.namesOf(s), func(name string) bool { return filter.Matches([]string{key}, name) })
	}, func(s *Step) string { return s.Path })
}

// decided returns the last decision of a stage at the turn's own place; if the stage decides nothing there, as one that
// only a team's nodes have, the last one below. nil: none.
func (v *TurnView) decided(stage string) *Step {
	var last *Step
	for i := range slices.Backward(v.Steps) {
		s := &v.Steps[i]
		if s.Kind != pipeline.EntryDecided || s.Stage != stage {
			continue
		}
		if s.IsAt(v.Place) {
			return s
		}
		if last == nil {
			last = s
		}
	}
	return last
}
