package contracttest

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// Every section of the rules of Alfred and MAS that applies to the system is in the tags of a case, and cases name only
// existing ones. (F1 and A1 are lists of files, A9 is about vectors.)
func TestRulesAreCovered(t *testing.T) {
	for system, sections := range map[string]string{
		"alfred": "F0 F2 F3 F4 F5 F6 F7 F8 F9 F10", "mas": "A0 A2 A3 A4 A5 A6 A7",
	} {
		t.Run(system, func(t *testing.T) {
			named := tagsOf(t, os.DirFS("../../fixtures/conversations/"+system))
			for _, id := range strings.Fields(sections) {
				if !named[id] {
					t.Errorf("no case has %s among its tags", id)
				}
				delete(named, id)
			}
			for id := range named {
				t.Errorf("a case names the rule %s, and there is none", id)
			}
		})
	}
}

// tagsOf returns the ids of rules among the tags of the cases in a folder.
func tagsOf(t *testing.T, cases fs.FS) map[string]bool {
	t.Helper()
	named := map[string]bool{}
	err := fs.WalkDir(cases, ".", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(file) != ".yaml" {
			return err
		}
		text, err := fs.ReadFile(cases, file)
		tags := regexp.MustCompile(`(?m)^tags: \[(.*)\]$`).FindSubmatch(text)
		if tags == nil {
			t.Errorf("%s has no tags", file)
			return err
		}
		for _, id := range regexp.MustCompile(`\b[A-Z][0-9]+\b`).FindAllString(string(tags[1]), -1) {
			named[id] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return named
}
