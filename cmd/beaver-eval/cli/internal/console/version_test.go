package console

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestVersion(t *testing.T) {
	vcs := func(values ...string) []debug.BuildSetting {
		var all []debug.BuildSetting
		for i, key := range []string{"vcs.revision", "vcs.time", "vcs.modified"} {
			all = append(all, debug.BuildSetting{Key: key, Value: values[i]})
		}
		return all
	}
	const commit = "4f5dd46fd39c2fc7ab40e0ea0bbb54f24c14f0cf"
	here := " " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
	for name, c := range map[string]struct {
		info        debug.BuildInfo
		line, short string
	}{
		"a release": {
			debug.BuildInfo{
				Main: debug.Module{Version: "v1.2.3"}, Settings: vcs(commit, "2026-11-26T07:08:09Z", "false"),
			},
			"v1.2.3 4f5dd46fd39c 2026-11-26" + here, "v1.2.3 4f5dd46fd39c",
		},
		"go install": {debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}}, "v1.2.3" + here, "v1.2.3"},
		"go run":     {debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, "(devel)" + here, "(devel)"},
		"no module":  {debug.BuildInfo{}, "(devel)" + here, "(devel)"},
	} {
		v := versionOf(&c.info)
		if v.String() != c.line || v.Short() != c.short {
			t.Errorf("%s: %q and %q, want %q and %q", name, v, v.Short(), c.line, c.short)
		}
	}
	changed := versionOf(&debug.BuildInfo{Settings: vcs(commit, "2026-11-26T07:08:09Z", "true")})
	if !changed.Changed || changed.Commit != commit || changed.Date != "2026-11-26T07:08:09Z" {
		t.Errorf("%+v", changed)
	}
}
