package agens

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// rules are the parts of the rules that cases name, by the word after the dash; a rule without parts has no word.
var rules = strings.Fields(`G0 G0-chat G2 G2-prefixes G3 G3-context G3-resources G3-language G3-names G3-retry G3-tools G4 G5 G5-compat G5-next
	G6 G6-condition G6-count G6-dynamic G6-parse G6-precedence G6-route
	G7 G7-end G7-error G7-input G7-invalid-next G7-max-retries G7-retry G7-sub G7-thread G7-timeout G7-tools G7-yield
	Q1 Q2 Q3 chinese hostile`)

// Every rule has a case that names it among its tags, and cases name only existing ones.
func TestRulesAreCovered(t *testing.T) {
	tags := map[string]bool{}
	cases := os.DirFS("../../fixtures/conversations/agens")
	err := fs.WalkDir(cases, ".", func(file string, e fs.DirEntry, err error) error {
		if err != nil || path.Ext(file) != ".yaml" {
			return err
		}
		text, err := fs.ReadFile(cases, file)
		list := regexp.MustCompile(`(?m)^tags: \[(.*)\]$`).FindSubmatch(text)
		if list == nil {
			t.Errorf("%s has no tags", file)
			return err
		}
		for _, tag := range strings.Split(string(list[1]), ", ") {
			tags[tag] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range rules {
		if !tags[rule] {
			t.Errorf("no case has %s among its tags", rule)
		}
		delete(tags, rule)
	}
	for tag := range tags {
		if regexp.MustCompile(`^[GQ][0-9]`).MatchString(tag) {
			t.Errorf("there is no rule %s", tag)
		}
	}
}
