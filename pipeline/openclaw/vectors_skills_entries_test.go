package openclaw

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
)

// entriesVector is a list of skills, from any files, and the program's results for it.
type entriesVector struct {
	machine
	Entries []struct {
		Name, Description, FilePath, Source string

		Metadata               *catalogue.Metadata
		Invocation             catalogue.Invocation
		DisableModelInvocation bool
	}
}

// catalogueVector is the program's view of skills, and its kept state.
type catalogueVector struct {
	NamesInPrompt []string `json:"namesInPrompt"` // escaped
	Catalog       struct {
		XML   string   `json:"xml"`
		Notes []string `json:"notes"`
	} `json:"catalog"`
	Skills      []any    `json:"skills"`
	SkillFilter []string `json:"skillFilter"`

	PromptChars        int      `json:"promptChars"`
	ResolvedSkillNames []string `json:"resolvedSkillNames"`
}

// The program counted with a folder of nine characters, as its counts show; the vectors have /case instead.
const (
	countedFolder = "/tmp/case"
	writtenFolder = "/case"
)

// counted decodes an input with the folder that the program counted with.
func counted(t *testing.T, raw json.RawMessage, in any) {
	t.Helper()
	text := strings.ReplaceAll(string(raw), writtenFolder, countedFolder)
	if err := json.Unmarshal([]byte(text), in); err != nil {
		t.Fatal(err)
	}
}

// written returns a text with the folder of the vectors.
func written(s string) string { return strings.ReplaceAll(s, countedFolder, writtenFolder) }

// programIntroduction is the length of the program's text before its catalogue.
const programIntroduction = 368 - len("<available_skills>\n</available_skills>")

// shown returns a snapshot in the form of a vector.
func shown(t *testing.T, s *catalogue.Snapshot) catalogueVector {
	t.Helper()
	v := catalogueVector{NamesInPrompt: []string{}, Skills: []any{}, ResolvedSkillNames: []string{},
		SkillFilter: s.Filter}
	v.Catalog.XML, v.Catalog.Notes = s.Shown.XML().String(), []string{}
	for _, line := range strings.Split(v.Catalog.XML, "\n    <name>")[1:] {
		name, _, _ := strings.Cut(line, "</name>\n")
		v.NamesInPrompt = append(v.NamesInPrompt, name)
	}
	if s.Shown.Cut {
		v.Catalog.Notes = append(v.Catalog.Notes, fmt.Sprintf("⚠️ Skills truncated: included %d of %d. Run `openclaw "+
			"skills check` to audit.", len(s.Shown.Entries), s.Shown.Of))
	}
	for _, u := range s.Skills {
		v.Skills = append(v.Skills, asJSON(t, u))
	}
	for _, e := range s.Resolved {
		v.ResolvedSkillNames = append(v.ResolvedSkillNames, e.Name)
	}
	v.PromptChars = promptChars(s.Shown.Note, strings.Join(v.Catalog.Notes, ""), v.Catalog.XML)
	v.Catalog.XML = written(v.Catalog.XML)
	return v
}

// promptChars returns the length of the program's texts: those that are not empty, one a line, the catalogue with its
// introduction.
func promptChars(note, cut, xml string) int {
	n := -1
	for _, s := range []string{note, cut, xml} {
		if s != "" {
			n += jstext.Len(s) + 1
		}
	}
	if xml != "" {
		n += programIntroduction
	}
	return max(n, 0)
}

// onlyProgram returns the rule by which the program and its description can differ on this input; empty: there is none.
func onlyProgram(always, atHome bool) string {
	switch {
	case always:
		return "O-11: always waives the filter and the cut"
	case atHome:
		return "O-15: the budget counts locations as they are shown"
	}
	return ""
}

// compareByRule compares a snapshot by default, and only if it differs, and a rule says why, by compat: program.
func compareByRule(
	t *testing.T, s catalogue.Settings, rule string, by func(rule string), diff func(catalogue.Settings) string,
) {
	t.Helper()
	d := diff(s)
	if d != "" && rule != "" {
		by(byProgram + ", " + rule)
		s.Program = true
		d = diff(s)
	}
	if d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// O-11, O-14, O-15, O-16: who may be used, what is shown, what is kept.
func TestVectorSkillsEntries(t *testing.T) {
	eachCase(t, "skills_entries.json", func(t *testing.T, v vector[json.RawMessage, catalogueVector], by func(string)) {
		var in entriesVector
		counted(t, v.Input, &in)
		s := in.settings(t)
		lib := &catalogue.Library{}
		always, atHome := false, false
		for _, e := range in.Entries {
			lib.Entries = append(lib.Entries, &catalogue.Entry{
				Name: e.Name, Description: e.Description, Source: source(e.Source), Location: e.FilePath,
				Metadata: e.Metadata, Invocation: e.Invocation, Unlisted: e.DisableModelInvocation,
			})
			always = always || e.Metadata != nil && e.Metadata.Always != nil
			atHome = atHome || s.Shown(e.FilePath) != e.FilePath
		}
		compareByRule(t, s, onlyProgram(always, atHome), by, func(s catalogue.Settings) string {
			return cmp.Diff(v.Expected, shown(t, lib.Snapshot(s, programIntroduction)))
		})
	})
}

// machine is a vector's environment, by which skills are judged.
type machine struct {
	Home, Platform string
	PathBins       []string
	Env            map[string]string
	Config         map[string]any
	SkillFilter    *[]string
	Remote         struct {
		Platforms []string
		Bins      any // a list, or * for all
		Note      string
	}
}

// settings returns the program's configuration in the terms of a case.
func (m machine) settings(t *testing.T) catalogue.Settings {
	t.Helper()
	var own struct {
		Skills struct {
			AllowBundled any
			Entries      map[string]any
			Limits       struct {
				MaxCandidatesPerRoot, MaxSkillsLoadedPerSource, MaxSkillFileBytes *int
				MaxSkillsInPrompt, MaxSkillsPromptChars                           *int
			}
		}
	}
	raw, err := json.Marshal(m.Config)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &own); err != nil {
		t.Fatal(err)
	}
	l := own.Skills.Limits
	s := catalogue.Settings{
		Home: m.Home, Platform: m.Platform, Bins: m.PathBins, Env: m.Env, Config: m.Config, Filter: m.SkillFilter,
		Remote:       catalogue.Remote{Platforms: m.Remote.Platforms, Bins: texts(m.Remote.Bins), Note: m.Remote.Note},
		AllowBundled: texts(own.Skills.AllowBundled), Entries: map[string]catalogue.EntrySettings{},
		Limits: catalogue.Limits{
			CandidatesPerRoot: l.MaxCandidatesPerRoot, LoadedPerSource: l.MaxSkillsLoadedPerSource,
			FileBytes: l.MaxSkillFileBytes, InPrompt: l.MaxSkillsInPrompt, PromptChars: l.MaxSkillsPromptChars,
		},
	}
	for name, e := range own.Skills.Entries {
		if e, ok := e.(map[string]any); ok {
			s.Entries[name] = entrySettings(e)
		}
	}
	return s
}

// entrySettings returns the program's configuration of a skill, which may have the wrong type: a switch that is no
// boolean is none, and a key of any form that is not empty is one.
func entrySettings(e map[string]any) catalogue.EntrySettings {
	own := catalogue.EntrySettings{Env: map[string]string{}}
	if enabled, ok := e["enabled"].(bool); ok {
		own.Enabled = &enabled
	}
	env, _ := e["env"].(map[string]any)
	for name, v := range env {
		own.Env[name], _ = v.(string)
	}
	own.APIKey, _ = e["apiKey"].(string)
	if ref, ok := e["apiKey"].(map[string]any); ok {
		own.APIKey = fmt.Sprint(ref)
	}
	return own
}

// texts returns those of a list, or the one.
func texts(v any) []string {
	var all []string
	switch v := v.(type) {
	case string:
		all = append(all, v)
	case []any:
		for _, item := range v {
			all = append(all, fmt.Sprint(item))
		}
	}
	return all
}

// source returns the pipeline.SkillSources name for the program's name of a source.
func source(program string) string {
	_, name, _ := strings.Cut(strings.TrimPrefix(program, "agents-"), "-")
	return name
}
