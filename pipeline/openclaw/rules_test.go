package openclaw

import (
	"io/fs"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Every rule of docs/systems/openclaw.md is in the tags of a case or in the name of a test, and cases name only
// existing rules.
func TestRulesAreCovered(t *testing.T) {
	page, err := os.ReadFile("../../docs/systems/openclaw.md")
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]bool{} // id → it is covered
	cell := regexp.MustCompile(`(?m)^\| (O-\d+(?:(?:, | to )O-\d+)*) \|`)
	for _, row := range cell.FindAllStringSubmatch(string(page), -1) {
		ids := regexp.MustCompile(`O-\d+`).FindAllString(row[1], -1)
		if from, to, ranged := strings.Cut(row[1], " to "); ranged {
			ids = between(t, from, to)
		}
		for _, id := range ids {
			rules[id] = false
		}
	}
	if len(rules) < 30 {
		t.Fatalf("the page has only %d rules", len(rules))
	}
	for _, id := range found(t, "../../fixtures/conversations/openclaw", ".yaml", `(?m)^tags: .*$`, `\bO-(\d+)\b`) {
		if _, known := rules[id]; !known {
			t.Errorf("a case names the rule %s, which the page does not have", id)
		}
		rules[id] = true
	}
	for _, id := range found(t, ".", "_test.go", `(?m)^func (?:Test|Fuzz)\w+`, `_O(\d+)`) {
		rules[id] = true
	}
	for id, covered := range rules {
		if !covered {
			t.Errorf("neither a case nor a test names %s", id)
		}
	}
}

// between returns the ids from one to another.
func between(t *testing.T, from, to string) (ids []string) {
	t.Helper()
	first, err := strconv.Atoi(strings.TrimPrefix(from, "O-"))
	if err != nil {
		t.Fatal(err)
	}
	last, err := strconv.Atoi(strings.TrimPrefix(to, "O-"))
	if err != nil {
		t.Fatal(err)
	}
	for n := first; n <= last; n++ {
		ids = append(ids, "O-"+strconv.Itoa(n))
	}
	return ids
}

// found returns the ids in the lines of some files, with repetitions.
func found(t *testing.T, dir, suffix, line, id string) (ids []string) {
	t.Helper()
	lines, numbers := regexp.MustCompile(line), regexp.MustCompile(id)
	err := fs.WalkDir(os.DirFS(dir), ".", func(file string, e fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, suffix) {
			return err
		}
		text, err := fs.ReadFile(os.DirFS(dir), file)
		for _, l := range lines.FindAllString(string(text), -1) {
			for _, n := range numbers.FindAllStringSubmatch(l, -1) {
				ids = append(ids, "O-"+n[1])
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids
}
