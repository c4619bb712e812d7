package trace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/judge"
)

// Vocabulary is what cases and gates can name of a system: its stages, the reasons of their fallbacks, the values that
// their decisions can have, and the leaves of its calls' paths. Methods that return an error check a name; the error
// has the nearest one.
type Vocabulary struct {
	System  string
	Stages  []pipeline.Stage
	AnyTool bool // the system is an application: only a run knows its tools
	Figures []pipeline.Figure
}

func VocabularyOf(s pipeline.System) Vocabulary {
	_, described := s.(pipeline.Configured)
	return Vocabulary{System: s.Name(), Stages: s.Stages(), AnyTool: described, Figures: FiguresOf(s)}
}

// Judge returns the stage that judges replies, which is outside of the system; ok is false if the system has a stage of
// that name, and then nothing can judge it.
func (v Vocabulary) Judge() (s pipeline.Stage, ok bool) {
	s = judge.Stage()
	_, taken := pipeline.FindStage(v.Stages, s.Name)
	return s, !taken
}

// Names returns the names of the system's stages.
func (v Vocabulary) Names() []string {
	names := make([]string, len(v.Stages))
	for i, s := range v.Stages {
		names[i] = s.Name
	}
	return names
}

// Find returns a stage of the system, or the one that judges it.
func (v Vocabulary) Find(name string) (pipeline.Stage, bool) {
	s, ok := pipeline.FindStage(v.Stages, name)
	if !ok && name == judge.Name {
		return judge.Stage(), true
	}
	return s, ok
}

func (v Vocabulary) Stage(name string) error {
	if _, ok := v.Find(name); ok {
		return nil
	}
	return v.unknown(name)
}

func (v Vocabulary) unknown(stage string) error {
	return fmt.Errorf("%s has no stage %.60q%s", v.System, stage, wording.Hint(stage, v.Names()))
}

// own reports whether a stage is the system's own.
func (v Vocabulary) own(stage string) bool {
	_, ok := pipeline.FindStage(v.Stages, stage)
	return ok
}

// Setting checks the key of a setting by stage: a stage, or stage:variant.
func (v Vocabulary) Setting(key string) error {
	name, variant, varied := strings.Cut(key, ":")
	if err := v.Stage(name); err != nil || !varied {
		return err
	}
	s, _ := v.Find(name)
	if s.HasVariant(variant) {
		return nil
	}
	if len(s.Variants) == 0 {
		return fmt.Errorf("the stage %s of %s has no variants: want %s", name, v.System, name)
	}
	return fmt.Errorf("the stage %s has no variant %.60q%s", name, variant, wording.Hint(variant, s.Variants))
}

// Caller checks the name of a stage that makes calls.
func (v Vocabulary) Caller(name string) error {
	s, ok := v.Find(name)
	switch {
	case ok && s.Calls:
		return nil
	case ok:
		return fmt.Errorf("the stage %s of %s makes no calls", name, v.System)
	}
	return fmt.Errorf("%s has no stage %.60q%s", v.System, name, wording.Hint(name, v.callers()))
}

// callers returns the names of the system's stages that make calls.
func (v Vocabulary) callers() []string {
	var names []string
	for _, s := range v.Stages {
		if s.Calls {
			names = append(names, s.Name)
		}
	}
	return names
}

// Reason checks a reason of a stage's fallback.
func (v Vocabulary) Reason(stage, reason string) error {
	s, ok := v.Find(stage)
	if !ok {
		return v.Stage(stage)
	}
	var known []string
	for _, r := range s.FallbackReasons() {
		known = append(known, string(r))
	}
	if slices.Contains(known, reason) {
		return nil
	}
	return fmt.Errorf("the fallback of %s has no reason %.60q%s", stage, reason, wording.Hint(reason, known))
}

// Deciding returns the stages that make such decisions.
func (v Vocabulary) Deciding(what pipeline.Decides) []pipeline.Stage {
	var all []pipeline.Stage
	for _, s := range v.Stages {
		if slices.Contains(s.Decides, what) {
			all = append(all, s)
		}
	}
	return all
}

// Decision checks a value under a key of the decision of one of these stages. The error is about the first of them.
func (v Vocabulary) Decision(stages []pipeline.Stage, key, value string) (err error) {
	for _, s := range stages {
		known, ok := s.Values[key]
		if !ok || slices.Contains(known, value) {
			return nil
		}
		if err == nil {
			err = fmt.Errorf("%s decides no %s %.60q%s", s.Name, key, value, wording.Hint(value, known))
		}
	}
	return err
}

// Decided checks a key of decisions: a stage, the path of a call, a place with the name of a stage, or a glob over
// these.
func (v Vocabulary) Decided(key string) error {
	switch {
	case key == judge.Name && !v.own(key):
		return v.unknown(key)
	case v.StageOf(key) != "":
		return nil
	case !strings.ContainsAny(key, `/*?[{\`):
		if v.Call(key) == nil {
			return nil
		}
		return v.Stage(key)
	}
	return v.AnswerKey(key)
}

// StageOf returns the stage that the last part of a key of decisions names; empty: none, or several share the leaf.
func (v Vocabulary) StageOf(key string) string {
	name, _, _ := strings.Cut(key[strings.LastIndexByte(key, '/')+1:], "#")
	if _, ok := v.Find(name); ok {
		return name
	}
	return ""
}

// Tools returns the tools of a case and the system's own.
func (v Vocabulary) Tools(c *fixtures.Case) []string {
	var names []string
	for _, t := range c.Tools {
		names = append(names, t.Name)
	}
	for _, s := range v.Stages {
		names = append(names, s.Tools...)
	}
	return names
}

// leaves returns the possible beginnings of the last part of a path.
func (v Vocabulary) leaves() []string {
	leaves := v.callers()
	for _, s := range v.Stages {
		if s.Calls && s.Leaf != "" && !slices.Contains(leaves, s.Leaf) {
			leaves = append(leaves, s.Leaf)
		}
	}
	return leaves
}

// Call checks the path of a call, which may lack its numbers.
func (v Vocabulary) Call(path string) error {
	leaf := path[strings.LastIndexByte(path, '/')+1:]
	if slices.ContainsFunc(v.Stages, func(s pipeline.Stage) bool {
		return s.Calls && (isLeaf(leaf, s.Name) || s.Leaf != "" && isLeaf(leaf, s.Leaf))
	}) {
		return nil
	}
	if leaf == path && !strings.ContainsAny(leaf, "#-") {
		return v.Caller(leaf)
	}
	stem, _, _ := strings.Cut(leaf, "#")
	stem = strings.TrimRight(stem, "-0123456789")
	return fmt.Errorf("no call of %s ends in %.60q%s", v.System, leaf, wording.Hint(stem, v.leaves()))
}

// isLeaf reports whether leaf is known, known-2, known#2 or known-2#2.
func isLeaf(leaf, known string) bool {
	rest, ok := strings.CutPrefix(leaf, known)
	if !ok {
		return false
	}
	number, ask, _ := strings.Cut(rest, "#")
	thread, step, _ := strings.Cut(number, ".") // of an application: chat-1.3
	return isNumber(strings.TrimPrefix(thread, "-")) && isNumber(step) && (number == "" || number[0] == '-') &&
		isNumber(ask)
}

// isNumber reports whether a text has only digits; an empty one does.
func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// AnswerKey checks the key of a scripted answer: a stage, a path, or a glob over paths. A glob is rejected only if the
// letters before the first wildcard of its last part rule out every call.
func (v Vocabulary) AnswerKey(key string) error {
	if strings.ContainsAny(key, `{\`) { // alternatives may hold a slash
		return nil
	}
	letters := key[strings.LastIndexByte(key, '/')+1:]
	sign := strings.IndexAny(letters, "*?[")
	if sign < 0 {
		return v.Call(key)
	}
	letters = letters[:sign]
	fits := func(leaf string) bool {
		rest, longer := strings.CutPrefix(letters, leaf)
		return strings.HasPrefix(leaf, letters) || longer && strings.ContainsAny(rest[:1], "-#")
	}
	if slices.ContainsFunc(append(v.leaves(), judge.Name), fits) {
		return nil
	}
	hint := wording.Hint(strings.TrimRight(letters, "-#"), v.leaves())
	return fmt.Errorf("no call of %s begins with %.60q%s", v.System, letters, hint)
}
