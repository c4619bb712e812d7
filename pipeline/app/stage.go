package app

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// StageRule says which requests belong to a stage.
type StageRule struct {
	Name string `json:"name" strict:"required"` // the name of the stage
	// what a request of the stage matches, in all keys; none: every request
	When     *When `json:"when"`
	Together bool  `json:"together"` // true: its requests are sent concurrently
}

// When selects requests by regular expressions, unanchored; ^ and $ match at the ends of lines.
type When struct {
	System string `json:"system"`           // a system or developer message, or the instructions
	Model  string `json:"model"`            // the name of the model
	Tools  string `json:"tools" was:"tool"` // the name of an offered tool
	Format string `json:"format"`           // the name of the requested schema
	// the endpoint: chat.completions, responses, messages, ollama.chat or ollama.generate
	Endpoint string `json:"endpoint"`
}

// defaultStage is the stage of a request that matches no rule.
const defaultStage = "chat"

// wrong returns an error at a key of the block.
func wrong(err error, keys ...string) error { return &pipeline.KeyError{Keys: keys, Err: err} }

// rule is a compiled StageRule.
type rule struct {
	name                                   string
	together                               bool
	system, model, tools, format, endpoint *regexp.Regexp // nil: not checked
}

var stageName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*(-[A-Za-z][A-Za-z0-9_]*)*$`)

// rulesOf reads the rules of a suite.
func rulesOf(stages []StageRule) ([]rule, error) {
	var rules []rule
	for i, s := range stages {
		at := []string{"stages", strconv.Itoa(i)}
		if !stageName.MatchString(s.Name) {
			return nil, wrong(fmt.Errorf("want letters, digits, - and _, a letter behind each -, got %.60q", s.Name),
				append(at, "name")...)
		}
		if j := slices.IndexFunc(rules, func(r rule) bool { return r.name == s.Name }); j >= 0 &&
			rules[j].together != s.Together {
			return nil, wrong(fmt.Errorf("the stage %s is together in one rule and not in another", s.Name), at...)
		}
		r := rule{name: s.Name, together: s.Together}
		if s.When != nil {
			if err := r.read(s.When, append(at, "when")); err != nil {
				return nil, err
			}
		}
		rules = append(rules, r)
	}
	return rules, nil
}

func (r *rule) read(w *When, at []string) error {
	if *w == (When{}) {
		return wrong(fmt.Errorf("want system, model, tools, format or endpoint; a stage without when fits all"), at...)
	}
	for _, e := range []struct {
		key, text string
		to        **regexp.Regexp
	}{
		{"system", w.System, &r.system}, {"model", w.Model, &r.model}, {"tools", w.Tools, &r.tools},
		{"format", w.Format, &r.format}, {"endpoint", w.Endpoint, &r.endpoint},
	} {
		if e.text == "" {
			continue
		}
		re, err := regexp.Compile("(?m)" + e.text)
		if err != nil {
			return wrong(err, append(at, e.key)...)
		}
		*e.to = re
	}
	return nil
}

// stageNames returns the names of all stages in the order of the rules, and chat last if some requests match none.
func stageNames(rules []rule) []string {
	var names []string
	all := false
	for _, r := range rules {
		if !slices.Contains(names, r.name) {
			names = append(names, r.name)
		}
		all = all || r.any()
	}
	if !all && !slices.Contains(names, defaultStage) {
		names = append(names, defaultStage)
	}
	return names
}

func (r *rule) any() bool {
	return r.system == nil && r.model == nil && r.tools == nil && r.format == nil && r.endpoint == nil
}

// stageOf returns the stage of a request, that of the first matching rule, and whether the rule looked at it: one that
// every request matches does not, nor does none.
func stageOf(rules []rule, b *Body) (stage string, claimed bool) {
	for i := range rules {
		if len(rules[i].unfit(b)) == 0 {
			return rules[i].name, !rules[i].any()
		}
	}
	return defaultStage, false
}

// otherStage returns the stage of requests that no rule claims.
func otherStage(rules []rule) string {
	if i := slices.IndexFunc(rules, func(r rule) bool { return r.any() }); i >= 0 {
		return rules[i].name
	}
	return defaultStage
}

// check is a key of a rule with its expression, and what of a request the expression is matched against.
type check struct {
	key   string
	match *regexp.Regexp
	texts func(*Body) []string
}

func (r *rule) checks() []check {
	all := []check{
		{"system", r.system, systemTexts}, {"model", r.model, func(b *Body) []string { return []string{b.Model} }},
		{"tools", r.tools, toolNames}, {"format", r.format, func(b *Body) []string { return []string{b.FormatName} }},
		{"endpoint", r.endpoint, func(b *Body) []string { return []string{string(b.Endpoint)} }},
	}
	return slices.DeleteFunc(all, func(c check) bool { return c.match == nil })
}

// unfit returns the checks that a request does not pass.
func (r *rule) unfit(b *Body) []check {
	return slices.DeleteFunc(r.checks(), func(c check) bool {
		return slices.ContainsFunc(c.texts(b), c.match.MatchString)
	})
}

func systemTexts(b *Body) []string {
	var all []string
	for _, m := range b.Request.Messages {
		if m.Role == pipeline.RoleSystem || m.Role == roleDeveloper {
			all = append(all, m.Content())
		}
	}
	return all
}

func toolNames(b *Body) []string {
	var all []string
	for _, t := range b.Request.Tools {
		all = append(all, t.Name)
	}
	return all
}

// roleDeveloper is the system role's name in newer clients of OpenAI.
const roleDeveloper = "developer"

// together reports whether the requests of a stage are sent concurrently.
func together(rules []rule, stage string) bool {
	return slices.ContainsFunc(rules, func(r rule) bool { return r.name == stage && r.together })
}
