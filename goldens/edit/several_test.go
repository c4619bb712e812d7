package edit_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// replaced returns an edit of the only occurrence of a text in a template.
func replaced(t *testing.T, r *repository, file, old, new string) edited {
	t.Helper()
	data, err := fs.ReadFile(r.own.Prompts(), file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	if strings.Count(text, old) != 1 {
		t.Fatalf("%s: %q stands %d times in it", file, old, strings.Count(text, old))
	}
	at := strings.Index(text, old)
	return edited{file: file, whole: text, from: at, to: at + len(old), with: new}
}

// groupsOf returns the groups of the cases' requests with edited templates.
func (r *repository) groupsOf(t *testing.T, edits ...edited) []edit.Group {
	t.Helper()
	var all edit.Groups
	r.runWith(t, edits, func(new *goldens.File) {
		all.Add(new.Suite, new.Case, edit.Compare(r.goldens[path.Join(new.Suite, new.Case)], new, nil))
	})
	return all.List()
}

// The four labels of a session are edited at once: the values beside them differ by case, and it is one group.
func TestFourLabelsAreOneGroup(t *testing.T) {
	r := openRepository(t, "beaver")
	const file = "main.system.tmpl" // the later edits first: they do not shift the others
	groups := r.groupsOf(t,
		replaced(t, r, file, "\nUser ID: ", "\nPerson: "), replaced(t, r, file, "\nModel: ", "\nEngine: "),
		replaced(t, r, file, "\nSource: ", "\nOrigin: "), replaced(t, r, file, "\nSession ID: ", "\nSitting: "))
	if len(groups) != 1 || groups[0].Source.Define != "Session" || groups[0].Calls < 200 {
		for _, g := range groups {
			t.Errorf("%s: %d calls in %d cases, %d edits", g.Title(), g.Calls, g.Cases, g.Edits)
		}
		t.Fatalf("%d groups, want one", len(groups))
	}
	t.Logf("%d calls in %d cases", groups[0].Calls, groups[0].Cases)
}

// A heading of a template is edited, and titles in the fixtures' answers: one group of the template and one of the
// answers, though both are in one section.
func TestAHeadingAndAnswersAreTwoGroups(t *testing.T) {
	r := openRepository(t, "beaver")
	title := regexp.MustCompile(`action: \w+,.*short_title: [\pL][\pL ]*`) // of an answer, not of a case's own Task
	files, changed := fstest.MapFS{}, 0
	root := os.DirFS("../..")
	for _, dir := range []string{"fixtures", "suites", project.RootFile} {
		err := fs.WalkDir(root, dir, func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			data, err := fs.ReadFile(root, name)
			named := strings.Contains(name, "published-and-used") // after its Task's title
			if strings.HasSuffix(name, ".yaml") && strings.HasPrefix(name, "fixtures/") && !named {
				changed += len(title.FindAll(data, -1))
				data = title.ReplaceAll(data, []byte("$0 again"))
			}
			files[name] = &fstest.MapFile{Data: data, Mode: 0o644}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	p, err := project.Open(files, "")
	if err != nil {
		t.Fatal(err)
	}
	own := r.suites
	defer func() { r.suites = own }()
	if r.suites, err = project.Load(t.Context(), p, r.systems, nil, ""); err != nil {
		t.Fatal(err)
	}
	r.suites = slices.DeleteFunc(r.suites, func(s *project.Suite) bool {
		return s.System != r.own.Name() || s.Name == "beaver-learning" // where a title may become the name of a skill
	})
	groups := r.groupsOf(t, replaced(t, r, "router.user.tmpl", "Active task:", "Open task:"))
	kinds := map[pipeline.TextKind]int{}
	for _, g := range groups {
		kinds[g.Source.Kind]++
	}
	if changed < 50 || len(groups) != 2 || kinds[pipeline.TextTemplate] != 1 || kinds[pipeline.TextAnswer] != 1 {
		for _, g := range groups {
			t.Errorf("%s: %s, %d calls in %d cases, %d edits, %+v %v", g.Title(), g.Kind, g.Calls, g.Cases, g.Edits,
				g.Hunks[:min(1, len(g.Hunks))], g.Refs)
		}
		t.Fatalf("%d titles, %d groups: %v", changed, len(groups), kinds)
	}
}
