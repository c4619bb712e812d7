package skills_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

var policies = []skills.Policy{skills.Lenient, skills.Strict}

// words are texts of a frontmatter, with everything that is special in YAML.
var words = rapid.StringOf(rapid.OneOf(
	rapid.RuneFrom([]rune("abc XYZ019-_:#'\"*&!@`%{}[],|>?~\\/\t\n")),
	rapid.Rune().Filter(func(r rune) bool { return r != 0 }),
))

// quoted returns s as YAML in double quotes, in ASCII.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r > '~':
			fmt.Fprintf(&b, `\U%08X`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}

// A well-formed file is read exactly, by both policies, without a repair; the body keeps every byte.
func TestWellFormedIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		oneLine := func(s string) string { return strings.Join(strings.Fields(s), " ") }
		want := &skills.Skill{
			Name:        rapid.Map(words, oneLine).Filter(func(s string) bool { return s != "" }).Draw(t, "name"),
			Description: words.Filter(func(s string) bool { return strings.TrimSpace(s) != "" }).Draw(t, "description"),
			Body:        words.Filter(func(s string) bool { return !strings.Contains(s, "\r") }).Draw(t, "body"),
			Tools: rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z_]{1,8}`), 1, 4, rapid.ID[string]).Draw(t,
				"tools"),
		}
		file := "---\nname: " + quoted(want.Name) + "\ntools: [" + strings.Join(want.Tools, ", ") + "]\ndescription: " +
			quoted(want.Description) + "\n---\n" + want.Body
		for _, policy := range policies {
			got, repairs, err := skills.Parse([]byte(file), "folder", policy)
			if err != nil || len(repairs) > 0 {
				t.Fatalf("policy %v: %v, %v", policy, repairs, err)
			}
			if desc := got.Frontmatter.Text("description"); desc != want.Description {
				t.Errorf("policy %v: the frontmatter's description is %q, want %q", policy, desc, want.Description)
			}
			want.Frontmatter, want.Front = got.Frontmatter, got.Front
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("policy %v (-want +got):\n%s", policy, d)
			}
		}
	})
}

// files consist of lines that are special to the parser, in any order, mostly after a good beginning.
var files = rapid.Custom(func(t *rapid.T) string {
	begin := rapid.SampledFrom([]string{"", "---\nname: pdf\ndescription: d\n", head}).Draw(t, "begin")
	line := rapid.SampledFrom([]string{
		"---", "---", "---", "--- ", "---# X", " ---", "", "", "name: pdf", "name: 7", "name:", "description: d",
		"description: a: b",
		"description: **x**", "  more", "- item", "# Heading", "```", "```yaml", "```markdown", "text", "tools: [a]",
		"summary: s",
		"\uFEFF", "k: \"\\ud83e\\udde0\"", "key: [", "<<<<<<< x", "*a", "\xff", "x\r", "| a | b |", "? k",
		"..." /* ends a YAML document */, "k: &a x",
	})
	return begin + strings.Join(rapid.SliceOfN(line, 0, 14).Draw(t, "lines"), "\n")
})

// Any file gives a skill that a prompt can hold, or an error with a reason; and the same each time.
func TestAnyFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkFile(t, []byte(files.Draw(t, "file")))
	})
}

// Whatever Strict accepts, Lenient accepts and reads in the same way, but for what it reports.
func TestLenientAgreesWithStrict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		file := files.Draw(t, "file")
		strict, before, err := skills.Parse([]byte(file), "folder", skills.Strict)
		if err != nil {
			return
		}
		lenient, after, err := skills.Parse([]byte(file), "folder", skills.Lenient)
		if err != nil {
			t.Fatal(err)
		}
		strict.Front = "" // Lenient repairs it, and keeps no copy
		if d := cmp.Diff(strict, lenient); d != "" && len(after) == len(before) {
			t.Errorf("(-strict +lenient), repairs %v:\n%s", after, d)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", head + "# PDF\n", "\uFEFF" + head, "\n```markdown\n" + head + "```", "# T\n\n```yaml\n" + head + "```\nx",
		"name: a\ndescription: b: c\n", "---\nname: \"a\n---# T\n", "---\n? [a]\n: b\n---\n",
		"---\nd: \"\\ud83e\\udde0\"\n---\nx",
		"---\na: &a [*a]\n---\nx", "---\n\tname: a\n---\nx", "---\n<<: {a: b}\n---\nx", "\xff\xfe-\x00",
		head + "---\nname: b\n---\n",
	} {
		f.Add([]byte(seed))
	}
	for _, name := range []string{"in-a-fence", "doubled", "bulky-waste", "unterminated"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "fixtures", "skills", "broken", name, "SKILL.md"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkFile(t, data) })
}

type failer interface {
	Helper()
	Errorf(format string, args ...any)
}

// checkFile checks the result of Parse against its guarantees.
func checkFile(t failer, data []byte) {
	t.Helper()
	for _, policy := range policies {
		s, repairs, err := skills.Parse(data, "folder", policy)
		again, _, _ := skills.Parse(data, "folder", policy)
		if d := cmp.Diff(s, again); d != "" {
			t.Errorf("policy %v: two results:\n%s", policy, d)
		}
		var e *skills.Error
		if err != nil {
			if !errors.As(err, &e) || e.Kind == "" || e.Error() == "" {
				t.Errorf("policy %v: an error without a reason: %v", policy, err)
			}
			continue
		}
		if strings.TrimSpace(s.Name) == "" || strings.TrimSpace(s.Description) == "" {
			t.Errorf("policy %v: blank: %q, %q", policy, s.Name, s.Description)
		}
		if policy == skills.Lenient && strings.Contains(s.Name, "\n") {
			t.Errorf("a name over lines: %q", s.Name)
		}
		if all := s.Name + s.Description + s.Body + strings.Join(s.Tools, ""); !utf8.ValidString(all) ||
			strings.Contains(s.Body, "\r") {
			t.Errorf("policy %v: %q holds a CR or no UTF-8", policy, all)
		}
		if len(repairs) == 0 && !strings.HasSuffix(string(data), s.Body) {
			t.Errorf("policy %v: the file does not end with the body: %q", policy, s.Body)
		}
	}
}
