package coverage_test

import (
	"io/fs"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"text/template/parse"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
	"github.com/beaver-eval/beaver-eval/reports/reportstest"
	"github.com/beaver-eval/beaver-eval/suites/coverage"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// drawn is how many branches a short test tries.
const drawn = 40

// A branch counts as reached exactly if some prompt changes once its words are deleted, or once it has some: of each
// in turn, over all cases that reach its file.
func TestReachedMeansSent(t *testing.T) {
	known, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	p := reportstest.Repository(t)
	suites, err := project.Load(t.Context(), p, known, nil)
	if err != nil {
		t.Fatal(err)
	}
	bySystem := map[string][]*project.Suite{}
	for _, s := range suites {
		if _, ok := s.Pipeline().(pipeline.Prompted); ok && s.Prompts == "" {
			bySystem[s.System] = append(bySystem[s.System], s)
		}
	}
	type one struct {
		system string
		*pipeline.Branch
	}
	var all []one
	before := map[string]*sent{}
	for _, system := range slices.Sorted(maps.Keys(bySystem)) {
		before[system] = run(t, bySystem[system], known, nil)
		files, err := prompt.AllBranches(known[system].(pipeline.Prompted).Prompts())
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range slices.Sorted(maps.Keys(files)) {
			for _, b := range files[file].List {
				all = append(all, one{system, b})
			}
		}
	}
	if testing.Short() {
		r := rand.New(rand.NewPCG(1, 1))
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		all = all[:drawn]
	}
	for _, b := range all {
		own := known[b.system].(pipeline.Prompted)
		text, err := fs.ReadFile(own.Prompts(), b.File)
		if err != nil {
			t.Fatal(err)
		}
		changed, err := with(own, b.File, mutated(t, string(text), b.Branch, b.Words != ""))
		if err != nil && b.Words != "" { // every prompt must have it
			changed, err = with(own, b.File, mutated(t, string(text), b.Branch, false))
		}
		if err != nil {
			t.Errorf("%s:%d %s: %v", b.File, b.Line, b.What, err)
			continue
		}
		systems := maps.Clone(known)
		systems[b.system] = changed
		loaded, err := project.Load(t.Context(), p, systems, names(bySystem[b.system]))
		if err != nil {
			t.Fatal(err)
		}
		was := before[b.system]
		key := coverage.Key{Kind: coverage.Branch, In: prompt.Builtin + b.system + "/" + b.File, N: b.N}
		now := run(t, loaded, systems, was.in[key.In])
		if differs := now.differs(was); differs != was.reached[key] {
			t.Errorf("%s:%d %s: counted as reached: %v, but another text changes a prompt: %v",
				path.Join(b.system, b.File), b.Line, b.What, was.reached[key], differs)
		}
	}
}

func names(suites []*project.Suite) []string {
	var all []string
	for _, s := range suites {
		all = append(all, s.Name)
	}
	return all
}

// with returns a system with another text of a template.
func with(s pipeline.Prompted, name, text string) (pipeline.System, error) {
	over := prompt.Located{FS: fstest.MapFS{name: {Data: []byte(text)}}, Dir: prompt.Builtin + s.Name()}
	return s.WithPrompts(prompt.Over(over, s.Prompts()))
}

// mutated returns a file without the words of a branch, or with a word in it. It finds the branch by itself.
func mutated(t *testing.T, text string, b *pipeline.Branch, without bool) string {
	t.Helper()
	trees := map[string]*parse.Tree{}
	top := parse.New(b.File)
	top.Mode = parse.SkipFuncCheck
	if _, err := top.Parse(text, "", "", trees); err != nil {
		t.Fatal(err)
	}
	delete(trees, b.File)
	defines := slices.SortedFunc(maps.Values(trees), func(x, y *parse.Tree) int { return int(x.Root.Pos - y.Root.Pos) })
	var out strings.Builder
	for _, d := range defines {
		if d.Name == b.Define {
			lists := []*parse.ListNode{d.Root}
			if !strings.HasPrefix(b.What, "define ") {
				lists = outcomes(d.Root)
			}
			at := 0
			if len(lists) > 1 {
				at = position(t, text, b)
			}
			if without {
				lists[at].Nodes = slices.DeleteFunc(lists[at].Nodes, isWords)
			} else {
				word := &parse.TextNode{NodeType: parse.NodeText, Text: []byte("MARKED")}
				lists[at].Nodes = slices.Insert(lists[at].Nodes, 0, parse.Node(word))
			}
		}
		out.WriteString("{{define " + strconv.Quote(d.Name) + "}}" + d.Root.String() + "{{end}}\n")
	}
	return out.String()
}

// position returns which of the outcomes in its define a branch is.
func position(t *testing.T, text string, b *pipeline.Branch) int {
	t.Helper()
	files, err := prompt.AllBranches(fstest.MapFS{"x.tmpl": {Data: []byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, other := range files["x.tmpl"].List[:b.N] {
		if other.Define == b.Define && !other.IsDefine() {
			n++
		}
	}
	return n
}

func isWords(n parse.Node) bool {
	if a, ok := n.(*parse.ActionNode); ok {
		return len(a.Pipe.Decl) == 0 && len(a.Pipe.Cmds) == 1 && a.Pipe.Cmds[0].Args[0].Type() == parse.NodeString
	}
	return n.Type() == parse.NodeText
}

// outcomes returns the outcomes of all statements below a list, as they stand.
func outcomes(list *parse.ListNode) []*parse.ListNode {
	var all []*parse.ListNode
	for _, n := range list.Nodes {
		var of *parse.BranchNode
		switch n := n.(type) {
		case *parse.IfNode:
			of = &n.BranchNode
		case *parse.WithNode:
			of = &n.BranchNode
		case *parse.RangeNode:
			of = &n.BranchNode
		default:
			continue
		}
		if of.ElseList == nil {
			of.ElseList = &parse.ListNode{NodeType: parse.NodeList}
		}
		all = append(append(all, of.List), outcomes(of.List)...)
		if next := of.ElseList.Nodes; len(next) == 1 && n.Type() != parse.NodeRange &&
			(next[0].Type() == parse.NodeIf || next[0].Type() == parse.NodeWith) {
			all = append(all, outcomes(of.ElseList)...)
			continue
		}
		all = append(append(all, of.ElseList), outcomes(of.ElseList)...)
	}
	return all
}

// sent is what a run of suites sends, and what it reaches.
type sent struct {
	prompts map[filter.CaseName]string
	reached map[coverage.Key]bool
	in      map[string]map[filter.CaseName]bool // the cases that reach something in a file
}

// differs reports whether a case sends something else than in a run of more cases.
func (s *sent) differs(was *sent) bool {
	for name, text := range s.prompts {
		if was.prompts[name] != text {
			return true
		}
	}
	return false
}

// run runs the cases of suites, or only some.
func run(t *testing.T, suites []*project.Suite, systems map[string]pipeline.System,
	only map[filter.CaseName]bool) *sent {
	t.Helper()
	s := &sent{map[filter.CaseName]string{}, map[coverage.Key]bool{}, map[string]map[filter.CaseName]bool{}}
	o := runner.Options{Cases: filter.Cases{Only: only}}
	err := runner.Run(t.Context(), suites, systems, o, func(r *result.Result) error {
		name := filter.CaseName{Suite: r.Suite, ID: r.Case}
		for _, key := range r.Covered.Reached {
			s.reached[key] = true
			if s.in[key.In] == nil {
				s.in[key.In] = map[filter.CaseName]bool{}
			}
			s.in[key.In][name] = true
		}
		var b strings.Builder
		for _, c := range r.Trace.Calls() {
			b.WriteString(c.Path + "\n")
			for _, m := range c.Request.Messages {
				b.WriteString(m.Content() + "\n")
			}
		}
		s.prompts[name] += b.String()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
