package edit_test

import (
	"context"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// switched is a system whose templates change between runs: the suites are loaded once for all of them.
type switched struct{ pipeline.Prompted }

// repository is the project of this repository.
type repository struct {
	system  *switched
	own     pipeline.Prompted
	suites  []*project.Suite
	systems map[string]pipeline.System
	goldens map[string]*goldens.File
	// sent is what each case sends before any edit.
	sent []*goldens.File
	// users are the cases that a template reaches.
	users map[string][]string
}

// opened caches repositories: loading and running one takes longer than most tests. Tests of this package are not
// concurrent, and each leaves the templates unchanged.
var opened = map[string]*repository{}

// openRepository runs the suites of one of the systems, once for all tests.
func openRepository(t *testing.T, name string) *repository {
	t.Helper()
	if opened[name] == nil {
		opened[name] = newRepository(t, name)
	}
	return opened[name]
}

func newRepository(t *testing.T, name string) *repository {
	t.Helper()
	known, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	own := known[name].(pipeline.Prompted)
	r := &repository{system: &switched{own}, own: own, goldens: map[string]*goldens.File{},
		users: map[string][]string{}, systems: known}
	r.systems[name] = r.system
	p, err := project.Find(".", "../..")
	if err != nil {
		t.Fatal(err)
	}
	if r.suites, err = project.Load(t.Context(), p, r.systems, nil, ""); err != nil {
		t.Fatal(err)
	}
	r.suites = slices.DeleteFunc(r.suites, func(s *project.Suite) bool { return s.System != name })
	leftOut := r.leftOut(t)
	r.run(t, nil, func(new *goldens.File) {
		old, err := p.Store().Load(p.Store().Path(new.Suite, fixtures.FileName(new.Case)))
		if err != nil {
			t.Fatal(err)
		}
		r.goldens[path.Join(new.Suite, new.Case)] = old
		r.sent = append(r.sent, new)
		if parts := edit.Compare(old, new, nil); len(parts) > 0 {
			t.Errorf("%s/%s: %d parts differ before any edit", new.Suite, new.Case, len(parts))
		}
		for file := range templatesOf(new) {
			if !leftOut[new.Case] {
				r.users[file] = append(r.users[file], new.Case)
			}
		}
	})
	return r
}

// leftOut returns the cases in which the length of prompts determines requests, since an edit may change that too; and
// those whose prompts show many texts on one line, in which words cannot be attributed.
func (r *repository) leftOut(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, s := range r.suites {
		err := s.Sources().Each(t.Context(), func(src fixtures.Source) error {
			head, err := src.Head()
			found[head.ID] = found[head.ID] ||
				slices.Contains(head.Tags, "by-length") || slices.Contains(head.Tags, "in-one-line")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// templatesOf returns the templates that the prompts of a case show.
func templatesOf(f *goldens.File) map[string]bool {
	files := map[string]bool{}
	for _, c := range f.Calls {
		for _, m := range c.Messages {
			for _, piece := range m.Pieces() {
				if piece.Source.Kind == pipeline.TextTemplate {
					files[piece.Source.Name] = true
				}
			}
		}
	}
	return files
}

// run runs some cases of all suites (none: all), and passes on the requests of each.
func (r *repository) run(t *testing.T, cases []string, each func(*goldens.File)) {
	t.Helper()
	err := runner.Run(context.Background(), r.suites, r.systems, runner.Options{Cases: filter.Cases{Globs: cases}},
		func(res *result.Result) error {
			if res.Trace == nil {
				return nil
			}
			f := &goldens.File{Suite: res.Suite, Case: res.Case}
			for _, c := range res.Trace.Calls() {
				f.Calls = append(f.Calls, goldens.Call{
					Path: c.Path, Stage: c.Stage, Messages: c.Request.Messages, Tools: c.Request.Tools,
					Format: c.Request.Format,
				})
			}
			each(f)
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
}

// runWith runs the cases that edited templates reach, and passes on the requests of each.
func (r *repository) runWith(t *testing.T, edits []edited, each func(*goldens.File)) {
	t.Helper()
	files := fstest.MapFS{}
	var cases []string
	for _, e := range edits {
		text := e.whole
		if f, ok := files[e.file]; ok {
			text = string(f.Data)
		}
		files[e.file] = &fstest.MapFile{Data: []byte(text[:e.from] + e.with + text[e.to:])}
		cases = append(cases, r.users[e.file]...)
	}
	sys, err := r.own.WithPrompts(files)
	if err != nil {
		t.Fatalf("%v: %v", edits, err)
	}
	r.system.Prompted = sys.(pipeline.Prompted)
	defer func() { r.system.Prompted = r.own }()
	r.run(t, cases, each)
}

// groups returns the groups of an edited template.
func (r *repository) groups(t *testing.T, e edited) (groups []edit.Group, changed int) {
	t.Helper()
	var all edit.Groups
	r.runWith(t, []edited{e}, func(new *goldens.File) {
		parts := edit.Compare(r.goldens[path.Join(new.Suite, new.Case)], new, nil)
		calls := map[string]bool{}
		for _, p := range parts {
			calls[p.Path] = true
		}
		changed += len(calls)
		all.Add(new.Suite, new.Case, parts)
	})
	return all.List(), changed
}

var (
	defined = regexp.MustCompile(`\{\{-? ?define "([^"]+)"`)
	action  = regexp.MustCompile(`(?s)\{\{.*?\}\}`)
	word    = regexp.MustCompile(`\p{L}{3,}`)
)

// edited is a template with one word of one of its defines edited.
type edited struct {
	file, define string
	whole        string // the text before the edit
	from, to     int    // of the word
	with         string
}

// edits returns an edit of every define with its own words. turn selects the word and its replacement.
func edits(t *testing.T, fsys fs.FS, turn int) []edited {
	t.Helper()
	files, err := fs.Glob(fsys, "*.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	var all []edited
	for _, file := range files {
		data, err := fs.ReadFile(fsys, file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		starts := defined.FindAllStringSubmatchIndex(text, -1)
		for i, at := range starts {
			end := len(text)
			if i+1 < len(starts) {
				end = starts[i+1][0]
			}
			words := literalWords(text, at[0], end)
			if len(words) == 0 {
				continue
			}
			n := (len(all) + turn)
			w := words[n%len(words)]
			with := []string{"Otherwise", text[w[0]:w[1]] + " indeed", ""}[n%3]
			all = append(all, edited{file, text[at[2]:at[3]], text, w[0], w[1], with})
		}
	}
	return all
}

// literalWords returns the words between two bytes, outside {{}}.
func literalWords(text string, from, to int) [][]int {
	plain := action.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat("\x00", len(s)) })
	var words [][]int
	for _, w := range word.FindAllStringIndex(plain[from:to], -1) {
		words = append(words, []int{from + w[0], from + w[1]})
	}
	return words
}

// eachSystem runs a test for every system that has templates.
func eachSystem(t *testing.T, f func(t *testing.T, r *repository)) {
	t.Helper()
	all, err := systems.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		if _, ok := s.(pipeline.Prompted); ok {
			t.Run(s.Name(), func(t *testing.T) { f(t, openRepository(t, s.Name())) })
		}
	}
}

// Every section of every template is edited in turn by one word. However many calls and cases that reaches, it is one
// group, which names the template and the define.
func TestOneEditIsOneGroup(t *testing.T) { eachSystem(t, oneEditIsOneGroup) }

func oneEditIsOneGroup(t *testing.T, r *repository) {
	all := edits(t, r.own.Prompts(), 0)
	if testing.Short() {
		for i := len(all) - 1; i >= 0; i-- {
			if i%20 != 0 {
				all = slices.Delete(all, i, i+1)
			}
		}
	}
	reached, calls := 0, 0
	for _, e := range all {
		groups, changed := r.groups(t, e)
		calls += changed
		if changed == 0 {
			continue
		}
		reached++
		want := pipeline.TextSource{Kind: pipeline.TextTemplate, Name: e.file, Define: e.define}
		if len(groups) != 1 || groups[0].Source != want {
			t.Errorf("%s, section %q: %d groups of %d calls", e.file, e.define, len(groups), changed)
			for _, g := range groups[:min(len(groups), 6)] {
				t.Errorf("  %s: %s, %d calls in %d cases, %d edits, first %q %+v", g.Title(), g.Kind, g.Calls, g.Cases,
					g.Edits, g.Refs, g.Hunks[:min(1, len(g.Hunks))])
			}
		}
	}
	t.Logf("%d edits, %d of them reach a call; %d changed calls", len(all), reached, calls)
	if reached*10 < len(all)*9 {
		t.Errorf("only %d of %d edits reach a call", reached, len(all))
	}
}

// Every text of every prompt of the repository has a source: pieces make the sections, and none is unclear.
func TestEveryTextHasASource(t *testing.T) {
	bytes := map[pipeline.TextKind]int{} // of all systems
	eachSystem(t, func(t *testing.T, r *repository) { everyTextHasASource(t, r, bytes) })
	kinds := []pipeline.TextKind{
		pipeline.TextTemplate, pipeline.TextSkill, pipeline.TextCase, pipeline.TextAnswer, pipeline.TextTool,
		pipeline.TextCode,
	}
	for _, kind := range kinds {
		if bytes[kind] == 0 {
			t.Errorf("no text is from a %s", kind)
		}
	}
	t.Logf("bytes by source: %v", bytes)
}

func everyTextHasASource(t *testing.T, r *repository, bytes map[pipeline.TextKind]int) {
	for _, f := range r.sent {
		for _, c := range f.Calls {
			for _, m := range c.Messages {
				for _, s := range m.Sections {
					if got := s.Pieces().String(); got != s.Text {
						t.Errorf("%s/%s %s, section %q: its pieces make %q", f.Suite, f.Case, c.Path, s.Name, got)
					}
					for _, piece := range s.Pieces() {
						bytes[piece.Source.Kind] += len(piece.Text)
						if piece.Source.Kind == pipeline.TextUnclear {
							t.Errorf("%s/%s %s, section %q: nobody says where %q is from", f.Suite, f.Case, c.Path,
								s.Name, piece.Text)
						}
					}
				}
			}
		}
	}
}
