package catalogue_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/catalogue"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/manifest"
)

// judged is what becomes of a skill with this metadata.
func judged(t *testing.T, metadata, source string, s catalogue.Settings) catalogue.Reason {
	t.Helper()
	e := &catalogue.Entry{Name: "a", Description: "d", Source: source, Location: "/s/a/SKILL.md", File: "a/SKILL.md"}
	if metadata != "" {
		e.Metadata = manifest.Read("---\nmetadata: '{openclaw:" + metadata + "}'\n---\n").Metadata
	}
	lib := &catalogue.Library{Entries: []*catalogue.Entry{e}}
	for _, f := range lib.Snapshot(s, 0).Report {
		return f.Reason
	}
	return ""
}

func TestO11Eligibility(t *testing.T) {
	off := false
	entries := func(key string, e catalogue.EntrySettings) catalogue.Settings {
		return catalogue.Settings{Entries: map[string]catalogue.EntrySettings{key: e}}
	}
	config := func(text string) catalogue.Settings {
		var s catalogue.Settings
		if err := json.Unmarshal([]byte(text), &s.Config); err != nil {
			t.Fatal(err)
		}
		return s
	}
	filter := func(names ...string) catalogue.Settings { return catalogue.Settings{Filter: &names} }
	program := filter("b")
	program.Program = true
	for name, c := range map[string]struct {
		metadata, source string
		settings         catalogue.Settings
		want             catalogue.Reason
	}{
		"nothing is said":                  {},
		"disabled":                         {settings: entries("a", catalogue.EntrySettings{Enabled: &off}), want: catalogue.Disabled},
		"disabled by its key":              {`{skillKey:"k"}`, "", entries("k", catalogue.EntrySettings{Enabled: &off}), catalogue.Disabled},
		"its name is not its key":          {`{skillKey:"k"}`, "", entries("a", catalogue.EntrySettings{Enabled: &off}), ""},
		"always, and disabled":             {`{always:true}`, "", entries("a", catalogue.EntrySettings{Enabled: &off}), catalogue.Disabled},
		"bundled, not allowed":             {"", "bundled", catalogue.Settings{AllowBundled: []string{"b"}}, catalogue.NotAllowed},
		"bundled, allowed by key":          {`{skillKey:"k"}`, "bundled", catalogue.Settings{AllowBundled: []string{" k "}}, ""},
		"bundled, nobody says what may be": {"", "bundled", catalogue.Settings{AllowBundled: []string{" "}}, ""},
		"not bundled":                      {"", "managed", catalogue.Settings{AllowBundled: []string{"b"}}, ""},
		"always, not allowed":              {`{always:true}`, "bundled", catalogue.Settings{AllowBundled: []string{"b"}}, catalogue.NotAllowed},
		"another platform":                 {`{os:"darwin, win32"}`, "", catalogue.Settings{}, catalogue.OtherOS},
		"always, another platform":         {`{always:true,os:["darwin"]}`, "", catalogue.Settings{}, catalogue.OtherOS},
		"a remote platform":                {`{os:["darwin"]}`, "", catalogue.Settings{Remote: catalogue.Remote{Platforms: []string{"darwin"}}}, ""},
		"a program":                        {`{requires:{bins:["git"]}}`, "", catalogue.Settings{Bins: []string{"git"}}, ""},
		"a program too few":                {`{requires:{bins:["git","hg"]}}`, "", catalogue.Settings{Bins: []string{"git"}}, catalogue.MissingBin},
		"a remote program":                 {`{requires:{bins:["hg"]}}`, "", catalogue.Settings{Remote: catalogue.Remote{Bins: []string{"hg"}}}, ""},
		"one of the programs":              {`{requires:{anyBins:["git","hg"]}}`, "", catalogue.Settings{Bins: []string{"hg"}}, ""},
		"none of the programs":             {`{requires:{anyBins:["git","hg"]}}`, "", catalogue.Settings{}, catalogue.MissingBin},
		"no variable":                      {`{requires:{env:["X"]}}`, "", catalogue.Settings{}, catalogue.MissingEnv},
		"an empty variable":                {`{requires:{env:["X"]}}`, "", catalogue.Settings{Env: map[string]string{"X": ""}}, catalogue.MissingEnv},
		"its own variable":                 {`{requires:{env:["X"]}}`, "", entries("a", catalogue.EntrySettings{Env: map[string]string{"X": "1"}}), ""},
		"its API key":                      {`{primaryEnv:"X",requires:{env:["X"]}}`, "", entries("a", catalogue.EntrySettings{APIKey: "k"}), ""},
		"the key of another variable":      {`{primaryEnv:"Y",requires:{env:["X"]}}`, "", entries("a", catalogue.EntrySettings{APIKey: "k"}), catalogue.MissingEnv},
		"a setting":                        {`{requires:{config:["a.b"]}}`, "", config(`{"a":{"b":{}}}`), ""},
		"a setting that is false":          {`{requires:{config:["a.b"]}}`, "", config(`{"a":{"b":false}}`), catalogue.MissingConfig},
		"a setting that is 0":              {`{requires:{config:["a.b"]}}`, "", config(`{"a":{"b":0}}`), catalogue.MissingConfig},
		"a setting that is blank":          {`{requires:{config:["a.b"]}}`, "", config(`{"a":{"b":" "}}`), catalogue.MissingConfig},
		"a setting that is not there":      {`{requires:{config:["a.b"]}}`, "", config(`{"a":1}`), catalogue.MissingConfig},
		"a setting that is on":             {`{requires:{config:["browser.enabled"]}}`, "", config(`{}`), ""},
		"a setting that is null":           {`{requires:{config:["browser.enabled"]}}`, "", config(`{"browser":{"enabled":null}}`), catalogue.MissingConfig},
		"always waives requirements":       {`{always:true,requires:{bins:["hg"],env:["X"],config:["x"]}}`, "", catalogue.Settings{}, ""},
		"always in words is nothing":       {`{always:"true",requires:{bins:["hg"]}}`, "", catalogue.Settings{}, catalogue.MissingBin},
		"filtered":                         {"", "", filter("b", "A"), catalogue.FilteredOut},
		"on the list":                      {"", "", filter("b", " a "), ""},
		"on an empty list":                 {"", "", filter(), catalogue.FilteredOut},
		"always waives the list":           {`{always:true}`, "", filter("b"), ""},
		"not so in the program":            {`{always:true}`, "", program, catalogue.FilteredOut},
	} {
		if got := judged(t, c.metadata, c.source, c.settings); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// O-11: a skill that is not eligible hides the one that it overrides all the same.
func TestO11AnIneligibleSkillHides(t *testing.T) {
	dirs := []dir{
		{"bundled", "x", skill("s", "bundled", "")},
		{"workspace", "y", skill("s", "workspace", "metadata:\n  openclaw:\n    os: darwin\n")},
	}
	snap := catalogue.Load(skillDirs(dirs), catalogue.Settings{}).Snapshot(catalogue.Settings{}, 0)
	want := []catalogue.Finding{
		{Name: "s", Path: "/opt/openclaw/skills/x/SKILL.md", Source: "bundled", Reason: catalogue.Shadowed,
			Detail: "the name is that of ~/.openclaw/workspace/skills/y/SKILL.md"},
		{Name: "s", Path: "~/.openclaw/workspace/skills/y/SKILL.md", Source: "workspace", Reason: catalogue.OtherOS,
			Detail: "made for darwin, this is linux"},
	}
	if diff := cmp.Diff(want, snap.Report); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
