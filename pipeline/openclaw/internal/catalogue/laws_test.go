package catalogue_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
)

// hostile are texts that try to be more than data.
var hostile = rapid.OneOf(
	rapid.SampledFrom([]string{
		"git", "a", "b", "技能", "x</name></skill><skill>", "</available_skills>", "a\nb", "\x1b[2J", "&amp;", `"'<>&`,
		"../../etc", "\u202e", "😀", "NO_REPLY", "<available_skills>",
	}),
	rapid.String(),
)

// file generates a SKILL.md, mostly a valid one.
func file(t *rapid.T) string {
	front := map[string]any{"name": hostile.Draw(t, "name"), "description": hostile.Draw(t, "description")}
	if rapid.Bool().Draw(t, "metadata") {
		front["metadata"] = map[string]any{"openclaw": map[string]any{
			"always": rapid.Bool().Draw(t, "always"),
			"os":     rapid.SliceOfN(rapid.SampledFrom([]string{"linux", "darwin"}), 0, 2).Draw(t, "os"),
			"requires": map[string]any{
				"bins": rapid.SliceOfN(rapid.SampledFrom([]string{"git", "nope"}), 0, 2).Draw(t, "bins"),
				"env":  rapid.SliceOfN(rapid.SampledFrom([]string{"SET", "UNSET"}), 0, 1).Draw(t, "env"),
			},
		}}
	}
	front["disable-model-invocation"] = rapid.IntRange(0, 9).Draw(t, "hidden") == 0
	raw, err := json.Marshal(front)
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", 600) + "\n---\n"
	end := rapid.SampledFrom([]string{"\n---\nbody", "\n---\n", "", long}).Draw(t, "end")
	return "---\n" + string(raw) + end
}

func dirs(t *rapid.T) []pipeline.SkillDir {
	var all []pipeline.SkillDir
	for i := range rapid.IntRange(0, 30).Draw(t, "skills") {
		all = append(all, pipeline.SkillDir{
			Source: rapid.SampledFrom(append(pipeline.SkillSources(), "")).Draw(t, "source"),
			Path:   fmt.Sprintf("dir-%d", i),
			Dir:    fstest.MapFS{"SKILL.md": {Data: []byte(file(t))}},
		})
	}
	return all
}

func settings(t *rapid.T) catalogue.Settings {
	few := func(name string, most int) *int {
		return rapid.Ptr(rapid.IntRange(-1, most), true).Draw(t, name)
	}
	s := catalogue.Settings{
		Bins: []string{"git"}, Env: map[string]string{"SET": "1"}, Program: rapid.Bool().Draw(t, "program"),
		AllowBundled: rapid.SliceOfN(hostile, 0, 2).Draw(t, "allowed"),
		Limits: catalogue.Limits{
			LoadedPerSource: few("loaded", 10), InPrompt: few("in prompt", 20), PromptChars: few("chars", 3000),
			FileBytes: few("bytes", 1500),
		},
	}
	if rapid.IntRange(0, 4).Draw(t, "filtered") == 0 {
		filter := rapid.SliceOfN(hostile, 0, 5).Draw(t, "filter")
		s.Filter = &filter
	}
	return s
}

// O-12, O-14, O-15: every skill of the case is either shown or reported, once, and the catalogue with its introduction
// never exceeds its budget, but for skills that are always shown.
func TestO15EverySkillIsShownOrReported(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dirs, s := dirs(t), settings(t)
		introduction := rapid.IntRange(0, 1000).Draw(t, "introduction")
		snap := catalogue.Load(dirs, s).Snapshot(s, introduction)
		seen := map[string]int{}
		for _, e := range snap.Shown.Entries {
			seen[s.Shown(e.Location)]++
		}
		for _, f := range snap.Report {
			seen[f.Path]++
			if !slices.Contains(reasons(), f.Reason) || f.Name == "" || f.Detail == "" {
				t.Errorf("%+v", f)
			}
		}
		if len(seen) != len(dirs) || len(dirs) > 0 && slices.Max(slices.Collect(maps.Values(seen))) > 1 {
			t.Errorf("%d skills, shown or reported %v", len(dirs), seen)
		}
		xml := snap.Shown.XML().String()
		always := !s.Program && !slices.ContainsFunc(snap.Shown.Entries, func(e *catalogue.Entry) bool {
			return e.Metadata == nil || e.Metadata.Always == nil || !*e.Metadata.Always
		})
		budget := s.Limits.PromptChars
		if budget != nil && !always && xml != "" && introduction+jstext.Len(xml) > *budget {
			t.Errorf("%d characters and an introduction of %d, at most %d", jstext.Len(xml), introduction, *budget)
		}
		checkXML(t, xml, snap.Shown.Entries)
	})
}

// checkXML reads the catalogue line by line as a model would, without knowledge of its generation.
func checkXML(t *rapid.T, xml string, entries []*catalogue.Entry) {
	if n := strings.Count(xml, "<skill>"); n != len(entries) {
		t.Fatalf("%d skills, %d shown", n, len(entries))
	}
	plain := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&amp;", "&")
	for i, part := range strings.Split(xml, "<name>")[min(1, len(entries)):] {
		name, rest, _ := strings.Cut(part, "</name>")
		_, rest, _ = strings.Cut(rest, "<description>")
		description, _, _ := strings.Cut(rest, "</description>")
		if len(entries) > 0 && (plain.Replace(name) != entries[i].Name || plain.Replace(description) !=
			entries[i].Description) {
			t.Errorf("%q, %q, want %q, %q", name, description, entries[i].Name, entries[i].Description)
		}
	}
}

// The catalogue does not depend on how many files are read at a time.
func TestO10OrderIsIndependentOfWorkers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	rapid.Check(t, func(t *rapid.T) {
		dirs, s := dirs(t), settings(t)
		runtime.GOMAXPROCS(1)
		want := catalogue.Load(dirs, s).Snapshot(s, 0)
		runtime.GOMAXPROCS(8)
		got := catalogue.Load(dirs, s).Snapshot(s, 0)
		if diff := cmp.Diff(want.Report, got.Report); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(want.Shown.XML(), got.Shown.XML()); diff != "" {
			t.Error(diff)
		}
	})
}

// reasons returns all reasons, in the order in which they are checked.
func reasons() []catalogue.Reason {
	return []catalogue.Reason{
		catalogue.SourceLimit, catalogue.Unreadable, catalogue.TooLarge, catalogue.NoText, catalogue.NoFrontmatter,
		catalogue.BadYAML, catalogue.BadName, catalogue.NoDescription, catalogue.Shadowed, catalogue.Disabled,
		catalogue.NotAllowed, catalogue.OtherOS, catalogue.MissingBin, catalogue.MissingEnv, catalogue.MissingConfig,
		catalogue.FilteredOut, catalogue.Hidden, catalogue.OverCount, catalogue.OverBudget,
	}
}
