package catalogue_test

import (
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
)

func TestO10SettingsCheck(t *testing.T) {
	for want, s := range map[string]catalogue.Settings{
		"": {Home: "/home/ann", Workspace: "~/work", Roots: map[string]string{"personal": "~",
			"extra": "/x"}},
		`home: want an absolute path, got "~"`:                          {Home: "~"},
		`workspace: want an absolute path, or one below ~/, got "work"`: {Workspace: "work"},
		`roots: extra: want an absolute path, or one below ~/, got "~bob/x"`: {
			Roots: map[string]string{"extra": "~bob/x"}},
		"roots: there is no source \"x\" (there are extra, bundled, managed, personal, project, workspace)": {
			Roots: map[string]string{"x": "/x"}},
	} {
		got := ""
		if err := s.Check(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
