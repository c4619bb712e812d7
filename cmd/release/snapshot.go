package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// snapshot makes in dist/ what goreleaser makes of .goreleaser.yaml with --snapshot.
type snapshot struct {
	dir    string
	notes  io.Writer // what the commands print
	config config
	commit commit
	values map[string]string // for templates
}

func newSnapshot(dir string, notes io.Writer) (*snapshot, error) {
	c, err := readConfig(dir)
	if err != nil {
		return nil, err
	}
	head, err := headCommit(dir)
	if err != nil {
		return nil, err
	}
	values := map[string]string{
		"ProjectName": c.ProjectName, "Version": strings.TrimPrefix(head.tag, "v"),
		"CommitDate":      head.when.Format("2006-01-02T15:04:05Z"),
		"CommitTimestamp": strconv.FormatInt(head.when.Unix(), 10),
	}
	if head.tag == "" {
		values["Version"] = "0.0.0"
	}
	if values["Version"], err = fill(c.Snapshot.VersionTemplate, values); err != nil {
		return nil, err
	}
	return &snapshot{dir, notes, c, head, values}, nil
}

// make makes the archives of some systems, each as linux/amd64; none: of all.
func (s *snapshot) make(only []string) error {
	targets, err := s.targets(only)
	if err != nil {
		return err
	}
	for _, hook := range s.config.Before.Hooks {
		if err := s.exec(nil, strings.Fields(hook)...); err != nil {
			return err
		}
	}
	dist := filepath.Join(s.dir, "dist")
	if err := errors.Join(os.RemoveAll(dist), os.Mkdir(dist, 0o755)); err != nil {
		return err
	}
	var artifacts []artifact
	var sums strings.Builder
	for _, t := range targets {
		program, err := s.build(t)
		if err != nil {
			return err
		}
		name, data, err := s.archive(program)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dist, name), data, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), name)
		artifacts = append(artifacts, program,
			artifact{Name: name, Path: "dist/" + name, Goos: program.Goos, Goarch: program.Goarch, Type: "Archive"})
	}
	checksums := filepath.Join(dist, s.config.Checksum.NameTemplate)
	return errors.Join(
		os.WriteFile(checksums, []byte(sums.String()), 0o644),
		writeJSON(filepath.Join(dist, "artifacts.json"), artifacts),
		writeJSON(filepath.Join(dist, "metadata.json"), metadata{
			ProjectName: s.config.ProjectName, Version: s.values["Version"], Commit: s.commit.id,
			Date: s.values["CommitDate"],
		}))
}

// targets returns systems of the configuration.
func (s *snapshot) targets(only []string) ([]string, error) {
	var all []string
	for _, os := range s.config.Builds[0].Goos {
		for _, arch := range s.config.Builds[0].Goarch {
			all = append(all, os+"/"+arch)
		}
	}
	for _, t := range only {
		if !slices.Contains(all, t) {
			return nil, fmt.Errorf("--target %s: there are %s", t, strings.Join(all, ", "))
		}
	}
	if len(only) > 0 {
		return only, nil
	}
	return all, nil
}

func (s *snapshot) build(target string) (artifact, error) {
	goos, goarch, _ := strings.Cut(target, "/")
	b, name := s.config.Builds[0], s.config.ProjectName
	if goos == "windows" {
		name += ".exe"
	}
	path := "dist/" + s.config.ProjectName + "_" + goos + "_" + goarch + "/" + name
	args := slices.Concat([]string{"go", "build"}, b.Flags)
	for _, flags := range b.Gcflags {
		args = append(args, "-gcflags="+flags)
	}
	args = append(args, "-ldflags="+strings.Join(b.Ldflags, " "), "-o", path, b.Main)
	env := slices.Concat(b.Env, []string{"GOOS=" + goos, "GOARCH=" + goarch})
	return artifact{Name: name, Path: path, Goos: goos, Goarch: goarch, Type: binaryType}, s.exec(env, args...)
}

func (s *snapshot) exec(env []string, args ...string) error {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.Env = s.dir, s.notes, s.notes, append(os.Environ(), env...)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	return nil
}

// archive returns the archive of a program, with its name.
func (s *snapshot) archive(program artifact) (name string, data []byte, err error) {
	a := s.config.Archives[0]
	format := a.Formats[0]
	for _, o := range a.FormatOverrides {
		if o.Goos == program.Goos {
			format = o.Formats[0]
		}
	}
	values := map[string]string{
		"ProjectName": s.values["ProjectName"], "Version": s.values["Version"],
		"Os": program.Goos, "Arch": program.Goarch,
	}
	if name, err = fill(a.NameTemplate, values); err != nil {
		return "", nil, err
	}
	files, err := s.files(program)
	if err != nil {
		return "", nil, err
	}
	switch format {
	case "tar.gz":
		data, err = tarGz(files, s.commit.when)
	case "zip":
		data, err = zipped(files, s.commit.when)
	default:
		err = fmt.Errorf("%s: format %s: there are tar.gz and zip", configFile, format)
	}
	return name + "." + format, data, err
}

// files returns what is in the archive of a program, which comes last.
func (s *snapshot) files(program artifact) ([]file, error) {
	a := s.config.Archives[0]
	root := os.DirFS(s.dir)
	names, err := doublestar.Glob(root, a.Files[0].Src, doublestar.WithFilesOnly())
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	var all []file
	for _, name := range names {
		data, err := fs.ReadFile(root, name)
		if err != nil {
			return nil, err
		}
		all = append(all, file{name, fs.FileMode(a.Files[0].Info.Mode), data})
	}
	data, err := fs.ReadFile(root, program.Path)
	return append(all, file{program.Name, fs.FileMode(a.BuildsInfo.Mode), data}), err
}

func writeJSON(name string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}
