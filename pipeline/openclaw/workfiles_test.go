package openclaw

import "testing"

// The names by which a model may refer to files of its working folder.
func TestInside(t *testing.T) {
	for name, want := range map[string]string{
		"a.md": "a.md", "./a.md": "a.md", "notes/../a.md": "a.md", "notes//a.md": "notes/a.md", "a b.md": "a b.md",
		"/home/ada/w/notes/a.md": "notes/a.md", "周报.md": "周报.md", "..a": "..a",
		"": "", ".": "", "..": "", "../a.md": "", "/a.md": "", "/home/ada/w": "", "/home/ada/w/": "",
		"/home/ada/wx/a":      "",
		"/home/ada/w/../a.md": "", "notes/../../a.md": "", `C:\a.md`: "", "a\nb.md": "", "a\x00": "", "a\u202e.md": "",
	} {
		for _, folder := range []string{"/home/ada/w", "/home/ada/w/"} {
			got, ok := inside(folder, name)
			if ok != (want != "") || ok && got != want {
				t.Errorf("inside(%q, %q): want %q, got %q, %t", folder, name, want, got, ok)
			}
		}
	}
}
