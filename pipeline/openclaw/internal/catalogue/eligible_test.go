package catalogue_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
)

// judged returns the verdict on a skill with this metadata.
func judged(t *testing.T, metadata, source string, s catalogue.Settings) catalogue.Reason {
	t.Helper()
	e := &catalogue.Entry{Name: "a", Description: "d", Source: source, Location: "/s/a/SKILL.md", File: "a/SKILL.md"}
	if metadata != "" {
		e.Metadata = manifest("---\nmetadata: '{openclaw:" + metadata + "}'\n---\n").Metadata
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
	type (
		S = catalogue.Settings
		E = catalogue.EntrySettings
		R = catalogue.Remote
	)
	for _, c := range []struct {
		name, metadata, source string
		settings               catalogue.Settings
		want                   catalogue.Reason
	}{
		{"nothing is said", "", "", S{}, ""},
		{"disabled", "", "", entries("a", E{Enabled: &off}), catalogue.Disabled},
		{"disabled by its key", `{skillKey:"k"}`, "", entries("k", E{Enabled: &off}), catalogue.Disabled},
		{"its name is not its key", `{skillKey:"k"}`, "", entries("a", E{Enabled: &off}), ""},
		{"always, and disabled", `{always:true}`, "", entries("a", E{Enabled: &off}), catalogue.Disabled},
		{"bundled, not allowed", "", "bundled", S{AllowBundled: []string{"b"}}, catalogue.NotAllowed},
		{"bundled, allowed by key", `{skillKey:"k"}`, "bundled", S{AllowBundled: []string{" k "}}, ""},
		{"bundled, nobody says what may be", "", "bundled", S{AllowBundled: []string{" "}}, ""},
		{"not bundled", "", "managed", S{AllowBundled: []string{"b"}}, ""},
		{"always, not allowed", `{always:true}`, "bundled", S{AllowBundled: []string{"b"}}, catalogue.NotAllowed},
		{"another platform", `{os:"darwin, win32"}`, "", S{}, catalogue.OtherOS},
		{"always, another platform", `{always:true,os:["darwin"]}`, "", S{}, catalogue.OtherOS},
		{"a remote platform", `{os:["darwin"]}`, "", S{Remote: R{Platforms: []string{"darwin"}}}, ""},
		{"a program", `{requires:{bins:["git"]}}`, "", S{Bins: []string{"git"}}, ""},
		{"a program too few", `{requires:{bins:["git","hg"]}}`, "", S{Bins: []string{"git"}}, catalogue.MissingBin},
		{"a remote program", `{requires:{bins:["hg"]}}`, "", S{Remote: R{Bins: []string{"hg"}}}, ""},
		{"one of the programs", `{requires:{anyBins:["git","hg"]}}`, "", S{Bins: []string{"hg"}}, ""},
		{"none of the programs", `{requires:{anyBins:["git","hg"]}}`, "", S{}, catalogue.MissingBin},
		{"no variable", `{requires:{env:["X"]}}`, "", S{}, catalogue.MissingEnv},
		{"an empty variable", `{requires:{env:["X"]}}`, "", S{Env: map[string]string{"X": ""}}, catalogue.MissingEnv},
		{"its own variable", `{requires:{env:["X"]}}`, "", entries("a", E{Env: map[string]string{"X": "1"}}), ""},
		{"its API key", `{primaryEnv:"X",requires:{env:["X"]}}`, "", entries("a", E{APIKey: "k"}), ""},
		{"the key of another variable",
			`{primaryEnv:"Y",requires:{env:["X"]}}`, "", entries("a", E{APIKey: "k"}), catalogue.MissingEnv},
		{"a setting", `{requires:{config:["a.b"]}}`, "", config(`{"a":{"b":{}}}`), ""},
		{"a setting that is false",
			`{requires:{config:["a.b"]}}`, "", config(`{"a":{"b":false}}`), catalogue.MissingConfig},
		{"a setting that is 0", `{requires:{config:["a.b"]}}`, "", config(`{"a":{"b":0}}`), catalogue.MissingConfig},
		{"a setting that is blank",
			`{requires:{config:["a.b"]}}`, "", config(`{"a":{"b":" "}}`), catalogue.MissingConfig},
		{"a setting that is not there",
			`{requires:{config:["a.b"]}}`, "", config(`{"a":1}`), catalogue.MissingConfig},
		{"a setting that is on", `{requires:{config:["browser.enabled"]}}`, "", config(`{}`), ""},
		{"a setting that is null",
			`{requires:{config:["browser.enabled"]}}`, "", config(`{"browser":{"enabled":null}}`),
			catalogue.MissingConfig},
		{"always waives requirements", `{always:true,requires:{bins:["hg"],env:["X"],config:["x"]}}`, "", S{}, ""},
		{"always in words is nothing", `{always:"true",requires:{bins:["hg"]}}`, "", S{}, catalogue.MissingBin},
		{"filtered", "", "", filter("b", "A"), catalogue.FilteredOut},
		{"on the list", "", "", filter("b", " a "), ""},
		{"on an empty list", "", "", filter(), catalogue.FilteredOut},
		{"always waives the list", `{always:true}`, "", filter("b"), ""},
		{"not so in the program", `{always:true}`, "", program, catalogue.FilteredOut},
	} {
		if got := judged(t, c.metadata, c.source, c.settings); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// O-11: an ineligible skill still hides the one that it overrides.
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
