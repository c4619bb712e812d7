package touched_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/beaver"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
	"github.com/beaver-eval/beaver-eval/suites/touched"
)

const (
	chat  = "user: Hello, answers: {router: {action: simple_chat}, main: Hi.}"
	tea   = "user: Tea, answers: {router: {action: simple_chat}, skills-final: {json: [tea]}, main: Hi.}"
	line  = `{"id":"ID","turns":[{"user":"Hello","answers":{"router":{"action":"simple_chat"},"main":"Hi."}}]}`
	skill = "---\nname: tea\ndescription: How to make tea\n---\nBoil water.\n"
)

// desk is a project on disk, with its cases as they ran last.
type desk struct {
	dir     string
	systems map[string]pipeline.System
	cases   *touched.Cases
	chosen  filter.Cases

	before *touched.Now // as in a watch: the last look, and the suites that it looked at
	loaded []*project.Suite
	kept   int // so often was nothing read again
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	sys, err := beaver.New()
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{dir: t.TempDir(), systems: map[string]pipeline.System{"beaver": sys}, cases: touched.NewCases()}
	for file, text := range map[string]string{
		"beaver-eval.yaml":           "",
		"suites/plain.yaml":          "system: beaver\nprompts: ../prompts\ncases: [plain/**]\n",
		"suites/rich.yaml":           "system: beaver\nrecordings: set\ncases: [rich/**]\n",
		"fixtures/plain/chat.yaml":   "turns: [{" + chat + "}]\n",
		"fixtures/plain/direct.yaml": "beaver: {entry: main}\nturns: [{user: Hello, answers: {main: Hi.}}]\n",
		"fixtures/plain/lost.yaml":   "beaver: {entry: main}\nturns: [{user: Hello}]\n",
		"fixtures/rich/both.jsonl": strings.Replace(line, "ID", "one", 1) + "\n" +
			strings.Replace(line, "ID", "two", 1),
		"fixtures/rich/tea.yaml":            "skills: [tea]\nturns: [{" + tea + "}]\n",
		"fixtures/rich/rec.yaml":            "turns: [{" + chat + "}]\n",
		"fixtures/skills/tea/SKILL.md":      skill,
		"fixtures/skills/other/SKILL.md":    strings.ReplaceAll(skill, "tea", "other"),
		"fixtures/recordings/set/rec.jsonl": recording("rec"),
		"goldens/plain/chat.yaml":           "", // unread here
	} {
		d.write(t, file, text)
	}
	if err := os.CopyFS(d.path("prompts"), sys.Prompts()); err != nil {
		t.Fatal(err)
	}
	return d
}

func recording(id string) string { return fmt.Sprintf("{\"recording\":1,\"case\":%q}\n", id) }

func (d *desk) path(file string) string { return filepath.Join(d.dir, filepath.FromSlash(file)) }

func (d *desk) write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(d.path(file)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(d.path(file), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// round runs the touched cases, and returns the names of those that ran and those that are gone.
func (d *desk) round(t *testing.T) (ran, gone []string) {
	t.Helper()
	p, err := project.Open(disk.DirFS(d.dir), d.dir)
	if err != nil {
		t.Fatal(err)
	}
	code := project.WatchedCode(p, d.systems)
	files := disk.Tree{Roots: project.Watched(p), Files: func() []string { return code }}.Scan()
	look := touched.Files{All: files, Code: code}
	var before *touched.Now
	if d.before != nil && d.before.Keeps(files) {
		p.Checked, before = project.CheckedSets(d.loaded), d.before
		d.kept++
	}
	loaded, err := project.Load(t.Context(), p, d.systems, nil)
	if err != nil {
		t.Fatal(err)
	}
	now, err := touched.Look(t.Context(), loaded, []string{"beaver"}, &d.chosen, look, before)
	if err != nil {
		t.Fatal(err)
	}
	d.before, d.loaded = now, loaded
	for _, name := range d.cases.Forget(now) {
		gone = append(gone, name.String())
	}
	chosen := d.chosen
	chosen.Only = d.cases.Touched(now)
	err = runner.Run(t.Context(), loaded, d.systems, runner.Options{Cases: chosen}, func(r *result.Result) error {
		d.cases.Ran(r, now, r.Status == result.StatusOK)
		ran = append(ran, r.Suite+"/"+r.Case)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return ran, gone
}

func names(all []filter.CaseName) (texts []string) {
	for _, name := range all {
		texts = append(texts, name.String())
	}
	return texts
}

// An edit runs only the cases that it touches; the next round runs none.
func TestTouched(t *testing.T) {
	edited := func(file, old, new string) func(*testing.T, *desk) {
		return func(t *testing.T, d *desk) {
			text, err := os.ReadFile(d.path(file))
			if err != nil || !strings.Contains(string(text), old) {
				t.Fatalf("%s: %v", file, err)
			}
			d.write(t, file, strings.Replace(string(text), old, new, 1))
		}
	}
	write := func(file, text string) func(*testing.T, *desk) {
		return func(t *testing.T, d *desk) { d.write(t, file, text) }
	}
	remove := func(file string) func(*testing.T, *desk) {
		return func(t *testing.T, d *desk) {
			if err := os.Remove(d.path(file)); err != nil {
				t.Fatal(err)
			}
		}
	}
	plain := []string{"plain/chat", "plain/direct", "plain/lost"}
	for name, c := range map[string]struct {
		edit func(*testing.T, *desk)
		want []string
		gone []string
	}{
		"nothing":                 {func(*testing.T, *desk) {}, nil, nil},
		"a case":                  {edited("fixtures/plain/direct.yaml", "Hello", "Hi"), []string{"plain/direct"}, nil},
		"a case, saved as it was": {write("fixtures/plain/chat.yaml", "turns: [{"+chat+"}]\n"), nil, nil},
		"a line of many": {edited("fixtures/rich/both.jsonl", `"two"`, `"two","tags":["x"]`),
			[]string{"rich/two"}, nil},
		"a new case":      {write("fixtures/plain/new.yaml", "turns: [{"+chat+"}]\n"), []string{"plain/new"}, nil},
		"a case removed":  {remove("fixtures/plain/direct.yaml"), nil, []string{"plain/direct"}},
		"a suite":         {edited("suites/plain.yaml", "system", "# so\nsystem"), plain, nil},
		"a suite removed": {remove("suites/plain.yaml"), nil, plain},
		"a new suite": {write("suites/again.yaml", "system: beaver\ncases: [plain/chat.yaml]\n"),
			[]string{"again/chat"}, nil},
		// lost did not finish: its templates are unknown
		"a template of one stage": {edited("prompts/router.system.tmpl", "the", "a"),
			[]string{"plain/chat", "plain/lost"}, nil},
		"a template of all": {edited("prompts/main.system.tmpl", "the", "a"), plain, nil},
		"a template that none shows": {edited("prompts/finalizer.system.tmpl", "the", "a"),
			plain, nil},
		"a skill":         {write("fixtures/skills/tea/SKILL.md", skill+"Wait.\n"), []string{"rich/tea"}, nil},
		"a skill of none": {write("fixtures/skills/other/SKILL.md", skill), nil, nil},
		"a recording": {write("fixtures/recordings/set/rec.jsonl", recording("rec")+"\n"),
			[]string{"rich/rec"}, nil},
		"a new recording":  {write("fixtures/recordings/set/tea.jsonl", recording("tea")), []string{"rich/tea"}, nil},
		"a golden":         {write("goldens/plain/chat.yaml", "more"), []string{"plain/chat"}, nil},
		"a golden removed": {remove("goldens/plain/chat.yaml"), []string{"plain/chat"}, nil},
		"a form":           {write("goldens/plain/chat.ollama.json", "{}"), []string{"plain/chat"}, nil},
		"the root file": {write("beaver-eval.yaml", "keep_runs: 3\n"), slices.Concat(plain,
			[]string{"rich/one", "rich/two", "rich/rec", "rich/tea"}), nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			if ran, _ := d.round(t); len(ran) != 7 {
				t.Fatalf("at first ran %v", ran)
			}
			c.edit(t, d)
			ran, gone := d.round(t)
			if diff := cmp.Diff([][]string{c.want, c.gone}, [][]string{ran, gone}); diff != "" {
				t.Errorf("ran, gone (-want +got):\n%s", diff)
			}
			if again, gone := d.round(t); len(again)+len(gone) > 0 {
				t.Errorf("the next round runs %v, and %v are gone", again, gone)
			}
		})
	}
}

// Red cases are remembered until they run again, or are gone with their golden.
func TestRed(t *testing.T) {
	d := newDesk(t)
	d.round(t)
	red := func(want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, names(d.cases.Red(nil))); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	red("plain/lost")
	if got := d.cases.Red(map[filter.CaseName]bool{{Suite: "plain", ID: "lost"}: true}); len(got) > 0 {
		t.Errorf("%v are to run", got)
	}
	for _, file := range []string{"fixtures/plain/lost.yaml", "fixtures/plain/chat.yaml"} {
		if err := os.Remove(d.path(file)); err != nil {
			t.Fatal(err)
		}
	}
	d.round(t)
	red("plain/chat") // its golden is left
	if err := os.Remove(d.path("goldens/plain/chat.yaml")); err != nil {
		t.Fatal(err)
	}
	d.round(t)
	red()
}

// A filter restricts the cases; a suite is whole when all of its chosen cases run.
func TestLook_filter(t *testing.T) {
	d := newDesk(t)
	d.chosen.Names = []string{"chat", "one"}
	ran, _ := d.round(t)
	if diff := cmp.Diff([]string{"plain/chat", "rich/one"}, ran); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	p, err := project.Open(disk.DirFS(d.dir), d.dir)
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := project.Load(t.Context(), p, d.systems, nil)
	if err != nil {
		t.Fatal(err)
	}
	now, err := touched.Look(t.Context(), loaded, []string{"beaver"}, &d.chosen, touched.Files{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	whole := now.Whole(map[filter.CaseName]bool{{Suite: "plain", ID: "chat"}: true})
	maps.DeleteFunc(whole, func(_ string, all bool) bool { return !all })
	if got := slices.Collect(maps.Keys(whole)); !slices.Equal(got, []string{"plain"}) || now.Len() != 2 {
		t.Errorf("whole: %v of %d", got, now.Len())
	}
}

// Only goldens and templates leave what was read of the cases as it is.
func TestNow_Keeps(t *testing.T) {
	d := newDesk(t)
	d.round(t)
	more := func(file string) {
		text, err := os.ReadFile(d.path(file))
		if err != nil {
			t.Fatal(err)
		}
		d.write(t, file, string(text)+"\n")
		d.round(t)
	}
	for i, file := range []string{"prompts/main.system.tmpl", "goldens/plain/chat.yaml"} {
		if more(file); d.kept != i+1 {
			t.Errorf("after %s everything is read again", file)
		}
	}
	kept := d.kept
	for _, file := range []string{"beaver-eval.yaml", "suites/rich.yaml", "fixtures/plain/chat.yaml",
		"fixtures/rich/both.jsonl", "fixtures/skills/tea/SKILL.md", "fixtures/recordings/set/rec.jsonl"} {
		if more(file); d.kept != kept {
			t.Errorf("after %s nothing is read again", file)
		}
	}
}
