package bill

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Rules say what a provider's cache keeps of a prompt. docs/providers-cache.md explains each one.
type Rules struct {
	Provider string
	Source   string // the page that says so; empty: there is none
	Least    int    // tokens: a shorter beginning is not kept
	Step     int    // tokens: kept in multiples of it; 0: to the token
	Marked   bool   // kept only up to what an earlier call has marked with cache_control
	Slot     bool   // only the call just before, to the same model, is kept
}

// None are the rules by which every byte that two prompts share at their beginning is kept.
const None = "none"

// AllRules returns the rules of all providers, None first.
func AllRules() []Rules {
	return []Rules{
		{Provider: None},
		{
			Provider: "openai", Least: 1024, Step: 128,
			Source: "https://platform.openai.com/docs/guides/prompt-caching",
		},
		{
			Provider: "anthropic", Least: 1024, Marked: true,
			Source: "https://docs.claude.com/en/docs/build-with-claude/prompt-caching",
		},
		{
			Provider: "ollama", Slot: true,
			Source: "https://github.com/ollama/ollama/blob/main/runner/ollamarunner/cache.go",
		},
	}
}

// Providers returns the names of AllRules.
func Providers() []string {
	var names []string
	for _, r := range AllRules() {
		names = append(names, r.Provider)
	}
	return names
}

// RulesOf returns the rules of a provider; those of None if it is empty or unknown.
func RulesOf(provider string) Rules {
	all := AllRules()
	for _, r := range all {
		if r.Provider == provider {
			return r
		}
	}
	return all[0]
}

// Kept returns how many tokens of a prompt the provider reads from its cache.
func (r Rules) Kept(p *trace.Prefix) int {
	if p == nil {
		return 0
	}
	n := p.Tokens
	switch {
	case r.Marked && p.Marked == nil:
		return 0
	case r.Marked:
		n = *p.Marked
	case r.Slot:
		n = p.Slot
	}
	if n < r.Least {
		return 0
	}
	return n - n%max(r.Step, 1)
}

// Broken reports whether something that an earlier call has sent, and the cache could have kept, was changed.
func (r Rules) Broken(p *trace.Prefix) bool {
	if r.Marked {
		return p.Marked != nil && *p.Marked < p.Before && p.Before >= r.Least
	}
	return p.Broken()
}

// Words says in words what is kept.
func (r Rules) Words() string {
	switch {
	case r.Marked:
		return fmt.Sprintf("kept up to a block that an earlier call has marked with cache_control, from %d tokens",
			r.Least)
	case r.Slot:
		return "kept from the call just before, to the same model"
	case r.Step > 0:
		return fmt.Sprintf("kept from %d tokens, in steps of %d", r.Least, r.Step)
	}
	return "every byte that two prompts share at their beginning is kept"
}
