package skills_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

func parse(t *testing.T, yaml string) skills.Frontmatter {
	t.Helper()
	s, _, err := skills.Parse([]byte("---\nname: n\ndescription: d\n"+yaml+"---\n"), "f", skills.Lenient)
	if err != nil {
		t.Fatal(err)
	}
	return s.Frontmatter[2:]
}

// Values are those of the core schema of YAML 1.2, keys stay in order and nothing is lost.
func TestFrontmatterIsJSON(t *testing.T) {
	f := parse(t, `z: [1, 1.50, 007, +1, .5, 0x1f, 0o17, .inf, 1_000]
a: {yes: no, t: True, n: ~, e: }
date: 2026-01-02
"quoted key": "<&\u2028>"
block: |
  one
  two
`)
	want := `{"z":[1,1.50,7,1,0.5,31,15,".inf","1_000"],"a":{"yes":"no","t":true,"n":null,"e":null},"date":"2026-01-02",` +
		`"quoted key":"<&` + "\u2028" + `>","block":"one\ntwo\n"}`
	got, err := f.MarshalJSON()
	if err != nil || string(got) != want {
		t.Errorf("got  %s, %v\nwant %s", got, err, want)
	}
	if !json.Valid(got) {
		t.Error("not JSON")
	}
}

func TestO13InvocationFlags(t *testing.T) {
	tests := []struct {
		yaml     string
		yes, not bool // Flag's results for the defaults true and false
	}{
		{"", true, false},
		{"k: false\n", false, false},
		{"k: \"No\"\n", false, false},
		{"k: 0\n", false, false},
		{"k: 1\n", true, true},
		{"k: ' ON '\n", true, true},
		{"k: maybe\n", true, false},
		{"k: [true]\n", true, false},
		{"k:\n", true, false},
	}
	for _, tt := range tests {
		f := parse(t, tt.yaml)
		if yes, not := f.Flag("k", true), f.Flag("k", false); yes != tt.yes || not != tt.not {
			t.Errorf("%q: %t and %t, want %t and %t", tt.yaml, yes, not, tt.yes, tt.not)
		}
	}
}

// Parsing a file of the maximum size must not take quadratic time. The tests would take minutes then.
func TestHostileFiles(t *testing.T) {
	fill := func(unit string) string { return strings.Repeat(unit, (skills.MaxBytes-100)/len(unit)) }
	var keys strings.Builder
	for i := 0; keys.Len() < skills.MaxBytes-2000; i++ {
		keys.WriteString("k" + strconv.Itoa(i) + ":\n")
	}
	tests := map[string]string{
		"many keys":           "---\n" + keys.String() + "---\nx",
		"many keys, broken":   "---\n" + keys.String() + "b: c: d\n---\nx",
		"many tools":          "---\ntools: [" + fill("a,") + "]\n---\nx",
		"many lines in a key": "---\na: b: c\n" + fill("x\n") + "---\nx",
		"deep lists":          "---\na: " + fill("[") + "\n---\nx",
		"deep blocks":         "---\na:\n" + fill("- ") + "\n---\nx",
		"dashes":              fill("---\n"),
		"fences":              fill("```\n"),
		"open quotes":         "---\na: " + fill("\"") + "\n---\nx",
		"surrogates":          "---\na: \"" + fill(`\ud83e\udde0`) + "\n---\nx",
		"aliases":             "---\na: &a [x]\nb: " + fill("*a ") + "\n---\nx",
	}
	for about, file := range tests {
		for _, policy := range []skills.Policy{skills.Lenient, skills.Strict} {
			s, _, err := skills.Parse([]byte(file), "f", policy)
			if err == nil && (s.Name == "" || s.Description == "") {
				t.Errorf("%s: neither a skill nor an error", about)
			}
		}
	}
}
