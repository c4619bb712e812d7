package secrets

import (
	"bytes"
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// The public skills and dialogues have the secrets that were found before most issuers had a rule, each of which was
// reviewed. A rule that finds more is reviewed too.
func TestPublicData(t *testing.T) {
	shared := cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "shared"))
	dialogues, err := os.ReadFile(filepath.Join(shared, "data", "conversations", "messages.jsonl"))
	if err != nil {
		t.Skipf("no public data: %v", err)
	}
	got := map[string]int{}
	m := New()
	count := func(name, text string) {
		got[name]++
		for _, f := range m.Scan(text) {
			got[name+": "+f.Kind]++
			t.Logf("%s: %s %q", name, f.Kind, text[f.Start:f.End])
		}
	}
	for line := range bytes.Lines(dialogues) {
		count("dialogues", string(line))
	}
	skills := filepath.Join(shared, "data", "skills")
	err = filepath.WalkDir(skills, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.Name() != "SKILL.md" {
			return err
		}
		text, err := os.ReadFile(file)
		count("skills", string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"dialogues": 632, "dialogues: password": 5, "skills": 2881, "skills: password": 14,
		"skills: token": 18}
	if d := gocmp.Diff(want, got); d != "" {
		t.Errorf("found (-want +got):\n%s", d)
	}
}
