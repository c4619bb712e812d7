package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"text/template"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
)

// commit is what templates of .goreleaser.yaml know of the release.
type commit struct {
	id   string
	tag  string // empty: none has been made
	when time.Time
}

func headCommit(dir string) (commit, error) {
	out, err := git(dir, "log", "-1", "--format=%H %ct")
	if err != nil {
		return commit{}, err
	}
	id, text, _ := strings.Cut(out, " ")
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return commit{}, err
	}
	tag, err := git(dir, "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*")
	if err != nil { // no tag
		tag = ""
	}
	return commit{id: id, tag: tag, when: time.Unix(seconds, 0).UTC()}, nil
}

func git(dir string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// config is a .goreleaser.yaml: the keys that this project uses.
type config struct {
	Version     int    `json:"version"`
	ProjectName string `json:"project_name"`
	Before      struct {
		Hooks []string `json:"hooks"`
	} `json:"before"`
	Builds   []build   `json:"builds"`
	Archives []archive `json:"archives"`
	Checksum struct {
		NameTemplate string `json:"name_template"`
	} `json:"checksum"`
	Snapshot struct {
		VersionTemplate string `json:"version_template"`
	} `json:"snapshot"`
	Changelog map[string]string `json:"changelog"` // for goreleaser alone, like the next
	Release   struct {
		GitHub map[string]string `json:"github"`
		Draft  bool              `json:"draft"`
	} `json:"release"`
}

// build says how the program is built, and for which systems.
type build struct {
	Main         string   `json:"main"`
	Env          []string `json:"env"`
	Goos         []string `json:"goos"`
	Goarch       []string `json:"goarch"`
	Flags        []string `json:"flags"`
	Ldflags      []string `json:"ldflags"`
	Gcflags      []string `json:"gcflags"`
	ModTimestamp string   `json:"mod_timestamp"`
}

// archive says what is in an archive of each program.
type archive struct {
	NameTemplate    string   `json:"name_template"`
	Formats         []string `json:"formats"`
	FormatOverrides []struct {
		Goos    string   `json:"goos"`
		Formats []string `json:"formats"`
	} `json:"format_overrides"`
	BuildsInfo info `json:"builds_info"`
	Files      []struct {
		Src  string `json:"src"`
		Info info   `json:"info"`
	} `json:"files"`
}

// info is what an archive says of a file, beside its name.
type info struct {
	Owner string `json:"owner"`
	Group string `json:"group"`
	Mode  int    `json:"mode"`
	Mtime string `json:"mtime"`
}

const configFile = ".goreleaser.yaml"

func readConfig(dir string) (config, error) {
	var c config
	text, err := os.ReadFile(filepath.Join(dir, configFile))
	if err != nil {
		return c, err
	}
	root, err := strict.ParseYAML(configFile, text)
	if err != nil {
		return c, err
	}
	if err := root.Decode(&c); err != nil {
		return c, err
	}
	if len(c.Builds) != 1 || len(c.Archives) != 1 || len(c.Archives[0].Formats) != 1 || len(c.Archives[0].Files) != 1 {
		return c, errors.New(configFile +
			": there is to be one build, and one archive with one format and one entry of files")
	}
	return c, nil
}

// fill fills in a template of the file. An unknown name is an error.
func fill(text string, values map[string]string) (string, error) {
	t, err := template.New(configFile).Option("missingkey=error").Parse(text)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	err = t.Execute(&out, values)
	return out.String(), err
}
