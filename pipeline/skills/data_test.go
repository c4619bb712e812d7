package skills_test

import (
	"cmp"
	"encoding/csv"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

func shared(parts ...string) string {
	root := cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "shared"))
	return filepath.Join(append([]string{root}, parts...)...)
}

// found returns the collected skills; the test is skipped if they are missing.
func found(tb testing.TB) []pipeline.SkillDir {
	tb.Helper()
	root, err := os.OpenRoot(shared("data", "skills"))
	if err != nil {
		tb.Skipf("no skills: %v", err)
	}
	tb.Cleanup(func() { root.Close() })
	dirs, problems := skills.Find(root.FS(), ".")
	if len(problems) > 0 {
		tb.Errorf("problems: %v", problems)
	}
	return dirs
}

// manifest returns the results of three other YAML parsers for each file: folder → column → value.
func manifest(t *testing.T) map[string]map[string]string {
	t.Helper()
	f, err := os.Open(shared("data", "skills", "manifest.tsv"))
	if err != nil {
		t.Skipf("no manifest: %v", err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]map[string]string{}
	for _, row := range rows[1:] {
		columns := map[string]string{}
		for i, name := range rows[0] {
			columns[name] = row[i]
		}
		all[strings.TrimPrefix(path.Dir(columns["file"]), "skills/")] = columns
	}
	return all
}

// Every file is loaded, or is one of two with the same name, or is dropped with a reason.
func TestEveryFileIsLoadedOrNamed(t *testing.T) {
	dirs := found(t)
	tests := []struct {
		policy skills.Policy
		kinds  map[string]int // dropped files, by kind, apart from duplicates
	}{
		{skills.Lenient, map[string]int{}},
		{skills.Strict, map[string]int{"frontmatter": 163, "yaml": 353, "description": 29}},
	}
	for _, tt := range tests {
		lib := skills.Load(dirs, tt.policy)
		dropped, kinds := map[string]bool{}, map[string]int{}
		for _, p := range lib.Problems {
			if !p.Dropped {
				continue
			}
			if dropped[p.Path] {
				t.Errorf("%s is dropped twice", p.Path)
			}
			dropped[p.Path] = true
			if p.Kind != skills.KindDuplicate {
				kinds[p.Kind]++
			}
		}
		for _, s := range lib.Skills {
			if dropped[path.Join(s.From.Path, skills.File)] {
				t.Errorf("%s is loaded and dropped", s.From.Path)
			}
		}
		if got := len(lib.Skills) + len(dropped); got != len(dirs) {
			t.Errorf("%d files, %d loaded or named", len(dirs), got)
		}
		if d := gocmp.Diff(tt.kinds, kinds); d != "" {
			t.Errorf("policy %v: dropped by kind (-want +got):\n%s", tt.policy, d)
		}
	}
}

// Files that another YAML parser can read have the name and the description that it read. It counted descriptions
// without trailing white space.
func TestNamesAndDescriptionsOfTheManifest(t *testing.T) {
	rows := manifest(t)
	compared := 0
	lib := skills.Load(found(t), skills.Lenient)
	for _, s := range append(lib.Skills, lib.Shadowed...) {
		row := rows[s.From.Path]
		if row == nil {
			t.Errorf("%s is not in the manifest", s.From.Path)
			continue
		}
		if row["parses_as_yaml"] != "yes" {
			continue
		}
		compared++
		if want := strings.TrimSpace(row["name"]); want != "" && s.Name != want {
			t.Errorf("%s: name %q, want %q", s.From.Path, s.Name, want)
		}
		n := utf8.RuneCountInString(s.Description)
		if want := row["description_chars"]; want != "" && want != "0" && want != strconv.Itoa(n) &&
			want != strconv.Itoa(utf8.RuneCountInString(strings.TrimSpace(s.Description))) {
			t.Errorf("%s: description of %d characters, want %s", s.From.Path, n, want)
		}
	}
	if compared < 2000 {
		t.Errorf("%d files compared", compared)
	}
}

// gluedRule matches files with a --- that Strict and the original program take for a delimiter, and the manifest's
// parser does not.
var gluedRule = regexp.MustCompile(`^----|^---\n(?s:.*?)\n---[^\s]`)

// Strict agrees with the manifest's parser on what is broken, but for one file with a control character that only some
// parsers reject, and for files with glued rules.
func TestO12StrictAgreesWithTheManifest(t *testing.T) {
	rows := manifest(t)
	why := map[string]string{} // folder → kind
	lib := skills.Load(found(t), skills.Strict)
	for _, p := range lib.Problems {
		if p.Dropped && p.Kind != skills.KindDuplicate {
			why[path.Dir(p.Path)] = p.Kind
		}
	}
	glued := 0
	for _, dir := range found(t) {
		folder, row := dir.Path, rows[dir.Path]
		text, err := fs.ReadFile(dir.Dir, skills.File)
		if err != nil {
			t.Fatal(err)
		}
		if gluedRule.Match(text) {
			glued++
			continue
		}
		flags := row["flags"]
		want := ""
		switch state := row["frontmatter_state"]; {
		case state != "ok" && state != "open-fence-trailing-space" || row["bom"] == "yes":
			want = skills.KindFrontmatter
		case row["parses_as_yaml"] == "no" && !strings.Contains(flags, "control-chars"):
			want = skills.KindYAML
		case strings.Contains(flags, "no-description"), strings.Contains(flags, "description-blank"),
			strings.Contains(flags, "description-not-string"), strings.Contains(flags, "not-a-mapping"):
			want = skills.KindDescription
		}
		if why[folder] != want {
			t.Errorf("%s: dropped for %q, want %q (%s)", folder, why[folder], want, flags)
		}
	}
	if glued > 50 {
		t.Errorf("%d of %d files left out for glued rules", glued, len(rows))
	}
}
