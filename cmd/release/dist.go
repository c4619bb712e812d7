package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// artifact is an entry of dist/artifacts.json, which goreleaser writes too.
type artifact struct {
	Name   string `json:"name"`
	Path   string `json:"path"` // from the root of the clone
	Goos   string `json:"goos"`
	Goarch string `json:"goarch"`
	Type   string `json:"type"`
}

const binaryType = "Binary" // of an artifact that is a program

// metadata is dist/metadata.json.
type metadata struct {
	ProjectName string `json:"project_name"`
	Version     string `json:"version"` // without v
	Commit      string `json:"commit"`
	Date        string `json:"date"` // RFC 3339
}

// dist is a folder of built programs.
type dist struct {
	dir       string
	metadata  metadata
	artifacts []artifact
}

func readDist(dir string) (dist, error) {
	d := dist{dir: dir}
	for name, v := range map[string]any{"metadata.json": &d.metadata, "artifacts.json": &d.artifacts} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if errors.Is(err, os.ErrNotExist) {
			return d, fmt.Errorf("%s: not there: `go run ./cmd/release snapshot` or goreleaser makes it",
				filepath.Join(dir, name))
		}
		if err == nil {
			err = json.Unmarshal(text, v)
		}
		if err != nil {
			return d, fmt.Errorf("%s: %w", filepath.Join(dir, name), err)
		}
	}
	return d, nil
}

// parcel is a package as a file.
type parcel struct {
	name string // below dist, with slashes
	data []byte
}

// write writes packages below the folder, and returns their names.
func (d dist) write(parcels []parcel) ([]string, error) {
	var written []string
	for _, p := range parcels {
		name := filepath.Join(d.dir, filepath.FromSlash(p.name))
		err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, p.data, 0o644))
		if err != nil {
			return written, err
		}
		written = append(written, name)
	}
	return written, nil
}

// texts returns files of the clone, each under its name after a folder.
func texts(root, folder string, names ...string) ([]file, error) {
	var all []file
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		all = append(all, file{folder + filepath.Base(name), 0o644, data})
	}
	return all, nil
}
