package page

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"regexp"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
)

// Tokens says where a run's tokens go. What an answer took is added up by stage only.
type Tokens struct {
	TokenSums
	Stages  []TokenStage  `json:"stages"`  // the largest prompts first; their sums are those of the run
	Sources []TokenSource `json:"sources"` // of all prompts, the largest first
	More    *TokenRest    `json:"more,omitempty"`
}

// TokenSums adds up calls.
type TokenSums struct {
	Calls     int `json:"calls"`
	Prompt    int `json:"prompt"`
	Output    int `json:"output"`
	Estimated int `json:"estimated"` // of prompts and answers; the rest was counted by models
}

// TokenStage has the tokens of a stage of a system.
type TokenStage struct {
	System string `json:"system"`
	Stage  string `json:"stage"`
	TokenSums
	Largest int         `json:"largest"` // prompt
	Parts   []TokenPart `json:"parts"`   // of its prompts, the largest first; with More they add up to Prompt
	More    *TokenRest  `json:"more,omitempty"`
}

// TokenPart is a part of a stage's prompts: a section by its name, or everything of one other kind.
type TokenPart struct {
	Kind    string        `json:"kind"` // section, tools, tool calls, or unknown: its text is not in the run
	Name    string        `json:"name"` // of the section
	Tokens  int           `json:"tokens"`
	Calls   int           `json:"calls"` // that have it
	Sources []TokenSource `json:"sources,omitempty"`
	More    *TokenRest    `json:"more,omitempty"`
}

// TokenSource is where a text comes from. Those of a part add up to it.
type TokenSource struct {
	Kind   string `json:"kind"`           // template, skill, answer, …; or that of the part, as tools
	Name   string `json:"name,omitempty"` // of the tool, of an answer its stage; on the page not of what has a path
	Path   string `json:"path,omitempty"` // of its file
	Line   int    `json:"line,omitempty"` // where its text begins; 0: not known, or not always there
	Tokens int    `json:"tokens"`
	Stages int    `json:"stages,omitempty"` // of a source of all prompts: how many it reaches
}

// TokenRest is what a list left out.
type TokenRest struct {
	Number int `json:"number"`
	Tokens int `json:"tokens"`
}

// Kinds of parts without a name of their own.
const (
	section = "section"
	unknown = "unknown"
)

// anyIndex is the place in a list of a case: turns[3].user
var anyIndex = regexp.MustCompile(`\[\d+\]`)

// How much is listed, the largest first.
const (
	mostTokenParts   = 40 // of a stage
	mostPartSources  = 5  // of a part
	mostTokenSources = 100
)

// sizedCall has the columns of a call's row that say what it is made of.
type sizedCall struct {
	Suite    string            `parquet:"suite,dict"`
	Stage    string            `parquet:"stage,dict"`
	Messages []rows.MessageRow `parquet:"messages,list"`
	Tools    []rows.ToolRow    `parquet:"tools,list"`

	Prompt    int64 `parquet:"tokens_prompt"`
	Output    int64 `parquet:"tokens_output"`
	Estimated int64 `parquet:"tokens_estimated"`
}

// ofTokens returns where the tokens of a run go; nil: it made no call. systems has the system of each suite.
func ofTokens(ctx context.Context, run *stored.Run, systems map[string]string) (_ *Tokens, err error) {
	texts, err := rows.OpenLibrary(ctx, run.Folder())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, texts.Close()) }()
	s := tokenSums{systems: systems, texts: texts, stages: map[stageOf]*stageTokens{}}
	if err := rows.Each(ctx, run.Folder(), "calls", s.add); err != nil || len(s.stages) == 0 {
		return nil, err
	}
	return s.tokens(), nil
}

// tokenSums adds up calls.
type tokenSums struct {
	systems map[string]string
	texts   *rows.Library
	stages  map[stageOf]*stageTokens
}

type stageOf struct{ system, stage string }

type stageTokens struct {
	TokenSums
	largest int
	parts   map[partOf]*partTokens
}

type partOf struct{ kind, name string }

type partTokens struct {
	weight  float64 // tokens, in proportion to those of the stage's other parts
	calls   int
	seen    *stageCall // the last call that has it
	sources map[originOf]*sourceWeight
}

type originOf struct{ kind, name, path string }

// originFor returns a source as it is added up: not by the calls and turns of a case, which are many.
func originFor(s *rows.SourceRow) originOf {
	switch pipeline.TextKind(s.Kind) {
	case pipeline.TextTemplate, pipeline.TextSkill:
		return originOf{s.Kind, s.Name, s.Path}
	case pipeline.TextAnswer, pipeline.TextTool:
		return originOf{kind: s.Kind, name: s.Define}
	case pipeline.TextCase:
		return originOf{kind: s.Kind, name: anyIndex.ReplaceAllString(s.Name, "[]")}
	}
	return originOf{kind: s.Kind}
}

type sourceWeight struct {
	weight float64
	line   int
}

// stageCall is a call that is being added.
type stageCall struct {
	stage *stageTokens
	parts []addedPart
	total int
}

type addedPart struct {
	of      partOf
	tokens  int
	sources []rows.SourceRow
}

func (t *tokenSums) add(r *sizedCall) {
	of := stageOf{t.systems[r.Suite], r.Stage}
	stage := t.stages[of]
	if stage == nil {
		stage = &stageTokens{parts: map[partOf]*partTokens{}}
		t.stages[of] = stage
	}
	stage.Calls++
	stage.Prompt, stage.Output = stage.Prompt+int(r.Prompt), stage.Output+int(r.Output)
	stage.Estimated += int(r.Estimated)
	stage.largest = max(stage.largest, int(r.Prompt))
	c := &stageCall{stage: stage}
	for _, m := range r.Messages {
		for _, s := range m.Sections {
			c.part(partOf{section, s.Name}, t.texts.Tokens(s.Digest), s.Sources)
		}
		for _, call := range m.ToolCalls {
			c.part(partOf{kind: "tool calls"}, pipeline.EstimateTokens(call.Name)+t.texts.Tokens(call.Arguments), nil)
		}
	}
	for _, tool := range r.Tools {
		tokens := pipeline.EstimateTokens(tool.Name) + t.texts.Tokens(tool.Description) + t.texts.Tokens(tool.Schema)
		c.part(partOf{kind: "tools"}, tokens, nil)
	}
	c.end(int(r.Prompt))
}

func (c *stageCall) part(of partOf, tokens int, sources []rows.SourceRow) {
	c.parts, c.total = append(c.parts, addedPart{of, tokens, sources}), c.total+tokens
}

// end adds the parts to those of the stage: the prompt's tokens in proportion to the estimates of its parts. Where
// nothing was counted by a model, these are the estimates themselves.
func (c *stageCall) end(prompt int) {
	if c.total == 0 {
		c.parts, c.total = []addedPart{{partOf{kind: unknown}, prompt, nil}}, prompt
	}
	for _, added := range c.parts {
		part := c.stage.parts[added.of]
		if part == nil {
			part = &partTokens{sources: map[originOf]*sourceWeight{}}
			c.stage.parts[added.of] = part
		}
		if part.seen != c {
			part.seen = c
			part.calls++
		}
		if added.tokens == 0 {
			continue
		}
		weight := float64(added.tokens) * float64(prompt) / float64(c.total)
		part.weight += weight
		kind := added.of.kind
		if kind == section {
			kind = unknown
		}
		part.addSources(weight, kind, added.sources)
	}
}

// addSources adds a part's weight to its sources, by their bytes; without any to the kind of the part.
func (p *partTokens) addSources(weight float64, kind string, sources []rows.SourceRow) {
	bytes := 0
	for i := range sources {
		bytes += int(sources[i].Bytes)
	}
	if bytes == 0 {
		p.source(originOf{kind: kind}, 0).weight += weight
		return
	}
	for i := range sources {
		s := &sources[i]
		p.source(originFor(s), int(s.Line)).weight += weight * float64(s.Bytes) / float64(bytes)
	}
}

func (p *partTokens) source(of originOf, line int) *sourceWeight {
	s := p.sources[of]
	if s == nil {
		s = &sourceWeight{line: line}
		p.sources[of] = s
	}
	if s.line != line {
		s.line = 0
	}
	return s
}

// tokens returns the sums as whole numbers that add up.
func (s *tokenSums) tokens() *Tokens {
	t := &Tokens{Stages: []TokenStage{}}
	sources, reached := map[originOf]*TokenSource{}, map[originOf]map[stageOf]bool{}
	for _, of := range slices.SortedFunc(maps.Keys(s.stages), stageOf.compare) {
		sums := s.stages[of]
		stage := TokenStage{System: of.system, Stage: of.stage, TokenSums: sums.TokenSums, Largest: sums.largest,
			Parts: sums.list()}
		for i := range stage.Parts {
			for _, from := range stage.Parts[i].Sources {
				key := originOf{from.Kind, from.Name, from.Path}
				if sources[key] == nil {
					sources[key] = &TokenSource{Kind: from.Kind, Name: from.Name, Path: from.Path}
					reached[key] = map[stageOf]bool{}
				}
				sources[key].Tokens += from.Tokens
				reached[key][of] = true
			}
			part := &stage.Parts[i]
			part.Sources, part.More = firstOf(part.Sources, mostPartSources, TokenSource.size)
		}
		stage.Parts, stage.More = firstOf(stage.Parts, mostTokenParts, TokenPart.size)
		t.Stages = append(t.Stages, stage)
		t.add(sums.TokenSums)
	}
	slices.SortStableFunc(t.Stages, func(a, b TokenStage) int { return cmp.Compare(b.Prompt, a.Prompt) })
	all := []TokenSource{}
	for _, of := range slices.SortedFunc(maps.Keys(sources), originOf.compare) {
		sources[of].Stages = len(reached[of])
		all = append(all, *sources[of])
	}
	slices.SortStableFunc(all, func(a, b TokenSource) int { return cmp.Compare(b.Tokens, a.Tokens) })
	t.Sources, t.More = firstOf(all, mostTokenSources, TokenSource.size)
	return t
}

// find names the files of sources as people find them, which then need no other name.
func (t *Tokens) find(file func(name string) string) {
	found := func(sources []TokenSource) {
		for i := range sources {
			if s := &sources[i]; s.Path != "" {
				s.Path, s.Name = file(s.Path), ""
			}
		}
	}
	found(t.Sources)
	for _, stage := range t.Stages {
		for _, part := range stage.Parts {
			found(part.Sources)
		}
	}
}

func (t *TokenSums) add(o TokenSums) {
	t.Calls, t.Prompt, t.Output = t.Calls+o.Calls, t.Prompt+o.Prompt, t.Output+o.Output
	t.Estimated += o.Estimated
}

// list returns the parts, the largest first, each with all of its sources.
func (s *stageTokens) list() []TokenPart {
	names := slices.SortedFunc(maps.Keys(s.parts), partOf.compare)
	weights := make([]float64, len(names))
	for i, of := range names {
		weights[i] = s.parts[of].weight
	}
	parts := []TokenPart{}
	for i, tokens := range apportion(s.Prompt, weights) {
		of := s.parts[names[i]]
		parts = append(parts, TokenPart{Kind: names[i].kind, Name: names[i].name, Tokens: tokens, Calls: of.calls,
			Sources: of.list(tokens)})
	}
	slices.SortStableFunc(parts, func(a, b TokenPart) int { return cmp.Compare(b.Tokens, a.Tokens) })
	return parts
}

// list returns the sources of a part with so many tokens, the largest first.
func (p *partTokens) list(tokens int) []TokenSource {
	names := slices.SortedFunc(maps.Keys(p.sources), originOf.compare)
	weights := make([]float64, len(names))
	for i, of := range names {
		weights[i] = p.sources[of].weight
	}
	var all []TokenSource
	for i, n := range apportion(tokens, weights) {
		of := names[i]
		all = append(all, TokenSource{Kind: of.kind, Name: of.name, Path: of.path, Line: p.sources[of].line, Tokens: n})
	}
	slices.SortStableFunc(all, func(a, b TokenSource) int { return cmp.Compare(b.Tokens, a.Tokens) })
	return all
}

func (s stageOf) compare(o stageOf) int {
	return cmp.Or(cmp.Compare(s.system, o.system), cmp.Compare(s.stage, o.stage))
}

func (p partOf) compare(o partOf) int {
	return cmp.Or(cmp.Compare(p.kind, o.kind), cmp.Compare(p.name, o.name))
}

func (s originOf) compare(o originOf) int {
	return cmp.Or(cmp.Compare(s.kind, o.kind), cmp.Compare(s.name, o.name), cmp.Compare(s.path, o.path))
}

func (p TokenPart) size() int { return p.Tokens }

func (s TokenSource) size() int { return s.Tokens }

// firstOf returns the first of all, at most so many, and what the others add up to; nil: there are none.
func firstOf[T any](all []T, most int, size func(T) int) ([]T, *TokenRest) {
	if len(all) <= most {
		return all, nil
	}
	rest := &TokenRest{Number: len(all) - most}
	for _, left := range all[most:] {
		rest.Tokens += size(left)
	}
	return all[:most], rest
}

// apportion divides a whole number in proportion to weights, so that the parts add up to it: each is rounded down, and
// what is left goes to the largest remainders.
func apportion(whole int, weights []float64) []int {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	parts, order, left := make([]int, len(weights)), make([]int, len(weights)), whole
	if sum == 0 {
		return parts
	}
	remainders := make([]float64, len(weights))
	for i, w := range weights {
		exact := math.Round(w/sum*float64(whole)*1e6) / 1e6 // sums of fractions are not exact
		parts[i] = int(exact)
		remainders[i], order[i], left = exact-float64(parts[i]), i, left-parts[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(remainders[b], remainders[a]) })
	for i := 0; left > 0; i, left = i+1, left-1 {
		parts[order[i%len(order)]]++
	}
	return parts
}
