package project_test

import (
	"testing"
	"testing/fstest"
)

// Any file in the folder of a skill touches the cases that name it, since a system may read it.
func TestInputs_Skills(t *testing.T) {
	const folder = "fixtures/skills/shop/tea/"
	with := func(name, text string) any {
		fsys := fstest.MapFS{
			"suites/s.yaml":                 {Data: []byte("system: openclaw\n")},
			folder + "SKILL.md":             {Data: []byte("---\nname: tea\ndescription: d\n---\nSee sorts.md.\n")},
			folder + "sorts.md":             {Data: []byte("Green.")},
			"fixtures/conversations/a.yaml": {Data: []byte("skills: [shop]\nturns: [{user: Hello}]\n")},
		}
		if name != "" {
			fsys[name] = &fstest.MapFile{Data: []byte(text)}
		}
		in, err := inputs(t, fsys)
		if err != nil {
			t.Fatal(err)
		}
		return in
	}
	before := with("", "")
	for name, touches := range map[string]bool{
		folder + "sorts.md": true, folder + "more.md": true, folder + ".ignore": true,
		"fixtures/skills/shop/README.md": false, "fixtures/skills/other/SKILL.md": false,
	} {
		if now := with(name, "Black."); (now != before) != touches {
			t.Errorf("%s: touched %v, want %v", name, now != before, touches)
		}
	}
}
