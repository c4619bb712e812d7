package suites

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// vocabulary is what cases and gates can name of a system: its stages, the reasons of their fallbacks, the values
// that their decisions can have, and the leaves of its calls' paths. Each method says which name there is not, with
// the nearest one.
type vocabulary struct {
	system string
	stages []pipeline.Stage
}

func newVocabulary(s pipeline.System) vocabulary { return vocabulary{s.Name(), s.Stages()} }

// names are those of all stages.
func (v vocabulary) names() []string {
	names := make([]string, len(v.stages))
	for i, s := range v.stages {
		names[i] = s.Name
	}
	return names
}

func (v vocabulary) find(name string) (pipeline.Stage, bool) {
	return pipeline.FindStage(v.stages, name)
}

func (v vocabulary) stage(name string) error {
	if _, ok := v.find(name); ok {
		return nil
	}
	return fmt.Errorf("%s has no stage %.60q%s", v.system, name, strict.Hint(name, v.names()))
}

// setting is the key of a setting by stage: a stage, or stage:variant.
func (v vocabulary) setting(key string) error {
	name, variant, varied := strings.Cut(key, ":")
	if err := v.stage(name); err != nil || !varied {
		return err
	}
	s, _ := v.find(name)
	if s.HasVariant(variant) {
		return nil
	}
	if len(s.Variants) == 0 {
		return fmt.Errorf("the stage %s of %s has no variants: want %s", name, v.system, name)
	}
	return fmt.Errorf("the stage %s has no variant %.60q%s", name, variant, strict.Hint(variant, s.Variants))
}

// caller is a stage that makes calls.
func (v vocabulary) caller(name string) error {
	s, ok := v.find(name)
	switch {
	case ok && s.Calls:
		return nil
	case ok:
		return fmt.Errorf("the stage %s of %s makes no calls", name, v.system)
	}
	return fmt.Errorf("%s has no stage %.60q%s", v.system, name, strict.Hint(name, v.callers()))
}

// callers are the names of the stages that make calls.
func (v vocabulary) callers() []string {
	var names []string
	for _, s := range v.stages {
		if s.Calls {
			names = append(names, s.Name)
		}
	}
	return names
}

// reason is one that the fallback of a stage can have.
func (v vocabulary) reason(stage, reason string) error {
	s, ok := v.find(stage)
	if !ok {
		return v.stage(stage)
	}
	var known []string
	for _, r := range s.FallbackReasons() {
		known = append(known, string(r))
	}
	if slices.Contains(known, reason) {
		return nil
	}
	return fmt.Errorf("the fallback of %s has no reason %.60q%s", stage, reason, strict.Hint(reason, known))
}

// deciding are the stages that decide so.
func (v vocabulary) deciding(what pipeline.Decides) []pipeline.Stage {
	var all []pipeline.Stage
	for _, s := range v.stages {
		if slices.Contains(s.Decides, what) {
			all = append(all, s)
		}
	}
	return all
}

// decision is a value under a key of the decision of one of these stages. The error is about the first of them.
func (v vocabulary) decision(stages []pipeline.Stage, key, value string) (err error) {
	for _, s := range stages {
		known, ok := s.Values[key]
		if !ok || slices.Contains(known, value) {
			return nil
		}
		if err == nil {
			err = fmt.Errorf("%s decides no %s %.60q%s", s.Name, key, value, strict.Hint(value, known))
		}
	}
	return err
}

// decided is a key of decisions: a stage, the path of a call, a place with the name of a stage, or a glob over these.
func (v vocabulary) decided(key string) error {
	switch {
	case v.stageOf(key) != "":
		return nil
	case !strings.ContainsAny(key, `/*?[{\`):
		if v.call(key) == nil {
			return nil
		}
		return v.stage(key)
	}
	return v.answerKey(key)
}

// stageOf is the stage that the last part of a key of decisions names; empty: none, as of a leaf that several have.
func (v vocabulary) stageOf(key string) string {
	name, _, _ := strings.Cut(key[strings.LastIndexByte(key, '/')+1:], "#")
	if _, ok := v.find(name); ok {
		return name
	}
	return ""
}

// tools are those of a case and the system's own.
func (v vocabulary) tools(c *fixtures.Case) []string {
	var names []string
	for _, t := range c.Tools {
		names = append(names, t.Name)
	}
	for _, s := range v.stages {
		names = append(names, s.Tools...)
	}
	return names
}

// leaves are what the last part of a path can begin with.
func (v vocabulary) leaves() []string {
	leaves := v.callers()
	for _, s := range v.stages {
		if s.Calls && s.Leaf != "" && !slices.Contains(leaves, s.Leaf) {
			leaves = append(leaves, s.Leaf)
		}
	}
	return leaves
}

// call is the path of a call, of which a number and an ask may be left out.
func (v vocabulary) call(path string) error {
	leaf := path[strings.LastIndexByte(path, '/')+1:]
	if slices.ContainsFunc(v.leaves(), func(known string) bool { return isLeaf(leaf, known) }) {
		return nil
	}
	if leaf == path && !strings.ContainsAny(leaf, "#-") {
		return v.caller(leaf)
	}
	stem, _, _ := strings.Cut(leaf, "#")
	stem = strings.TrimRight(stem, "-0123456789")
	return fmt.Errorf("no call of %s ends in %.60q%s", v.system, leaf, strict.Hint(stem, v.leaves()))
}

// isLeaf tells known, known-2, known#2 and known-2#2 from other names.
func isLeaf(leaf, known string) bool {
	rest, ok := strings.CutPrefix(leaf, known)
	if !ok {
		return false
	}
	number, ask, _ := strings.Cut(rest, "#")
	return isNumber(strings.TrimPrefix(number, "-")) && (number == "" || number[0] == '-') && isNumber(ask)
}

// isNumber says whether a text holds digits alone; an empty one does.
func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// answerKey is the key of a scripted answer: a stage, a path, or a glob over paths. A glob is refused only when the
// letters before the first sign of its last part show that no call fits.
func (v vocabulary) answerKey(key string) error {
	if strings.ContainsAny(key, `{\`) { // alternatives may hold a slash
		return nil
	}
	letters := key[strings.LastIndexByte(key, '/')+1:]
	sign := strings.IndexAny(letters, "*?[")
	if sign < 0 {
		return v.call(key)
	}
	letters = letters[:sign]
	fits := func(leaf string) bool {
		rest, longer := strings.CutPrefix(letters, leaf)
		return strings.HasPrefix(leaf, letters) || longer && strings.ContainsAny(rest[:1], "-#")
	}
	if slices.ContainsFunc(v.leaves(), fits) {
		return nil
	}
	hint := strict.Hint(strings.TrimRight(letters, "-#"), v.leaves())
	return fmt.Errorf("no call of %s begins with %.60q%s", v.system, letters, hint)
}
