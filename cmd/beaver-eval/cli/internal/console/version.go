package console

import (
	"runtime"
	"runtime/debug"
	"strings"
)

// Version says which program this is. What the build did not know is empty: a program from `go install` has no commit,
// one that was not built in a clone has neither commit nor date.
type Version struct {
	Version  string `json:"version"`          // v1.2.3, of other commits as modules have it; or (devel)
	Commit   string `json:"commit,omitempty"` // 40 hexadecimal digits
	Date     string `json:"date,omitempty"`   // of the commit, RFC 3339 in UTC
	Changed  bool   `json:"changed,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"` // linux/amd64
}

// ReadVersion returns what Go noted when it built this program. No flag of the linker sets it, so `go build`,
// `go install` and a release agree.
func ReadVersion() Version {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{Main: debug.Module{Version: "(unknown)"}}
	}
	return versionOf(info)
}

func versionOf(info *debug.BuildInfo) Version {
	v := Version{Version: info.Main.Version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if v.Version == "" {
		v.Version = "(devel)"
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Commit = s.Value
		case "vcs.time":
			v.Date = s.Value
		case "vcs.modified":
			v.Changed = s.Value == "true"
		}
	}
	return v
}

// Short returns the version, with the first digits of the commit if the build knows it.
func (v Version) Short() string {
	if len(v.Commit) < 12 {
		return v.Version
	}
	return v.Version + " " + v.Commit[:12]
}

// String returns all of it in one line, with the day of the commit.
func (v Version) String() string {
	words := []string{v.Short()}
	if day, _, ok := strings.Cut(v.Date, "T"); ok {
		words = append(words, day)
	}
	return strings.Join(append(words, v.Go, v.Platform), " ")
}
