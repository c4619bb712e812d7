package openclaw

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
)

// turnVector is the actions before a turn of a session, and the session's view of skills in it.
type turnVector struct {
	Action               string   `json:"action"`
	IsFirstTurn          bool     `json:"isFirstTurn"`
	SkillFilter          []string `json:"skillFilter,omitempty"`
	SnapshotNames        []string `json:"snapshotNames"`
	VersionPositive      bool     `json:"versionPositive"`
	VersionEqualsCurrent bool     `json:"versionEqualsCurrent"`
}

// O-16, compat: program: when a snapshot is rebuilt, and when it is reused.
func TestVectorSnapshotLifecycle(t *testing.T) {
	eachCase(t, "snapshot_lifecycle.json", func(t *testing.T, v vector[string, []turnVector], by func(string)) {
		var s workspace
		var got []turnVector
		for _, turn := range v.Expected {
			s.act(turn.Action)
			got = append(got, s.turn(turn.Action, turn.IsFirstTurn, turn.SkillFilter))
		}
		if diff := cmp.Diff(v.Expected, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// workspace is a folder with skills, and a session in it.
type workspace struct {
	skills   []string
	now      time.Duration // since the session began
	versions catalogue.Versions
	snapshot *catalogue.Snapshot
}

var changed = regexp.MustCompile(`\bskill (\w+)|^(\w+) removed`)

// act does what a step says.
func (w *workspace) act(action string) {
	for _, m := range changed.FindAllStringSubmatch(action, -1) {
		if m[1] != "" {
			w.skills = append(w.skills, m[1])
		}
		w.skills = slices.DeleteFunc(w.skills, func(name string) bool { return name == m[2] })
	}
	w.now += time.Millisecond
	now := time.UnixMilli(1_000).Add(w.now)
	switch {
	case strings.Contains(action, "another workspace bumped"):
		w.versions.Bump("elsewhere", now)
	case strings.Contains(action, "global version bumped"):
		w.versions.Bump("", now)
	case strings.Contains(action, "version bumped for the workspace"):
		w.versions.Bump("here", now)
	}
}

func (w *workspace) turn(action string, first bool, filter []string) turnVector {
	if w.versions.Stale(w.snapshot, "here", first) {
		var s catalogue.Settings
		if filter != nil {
			s.Filter = &filter
		}
		var dirs []pipeline.SkillDir
		for _, name := range w.skills {
			text := "---\nname: " + name + "\ndescription: d\n---\n"
			dirs = append(dirs, pipeline.SkillDir{Source: "workspace", Path: name, Dir: fstest.MapFS{
				"SKILL.md": {Data: []byte(text)},
			}})
		}
		w.snapshot = catalogue.Load(dirs, s).Snapshot(s, 0)
		w.snapshot.Version = w.versions.Current("here")
	}
	v := turnVector{
		Action: action, IsFirstTurn: first, SkillFilter: filter, VersionPositive: w.snapshot.Version > 0,
		VersionEqualsCurrent: w.snapshot.Version == w.versions.Current("here"),
	}
	for _, u := range w.snapshot.Skills {
		v.SnapshotNames = append(v.SnapshotNames, u.Name)
	}
	return v
}
