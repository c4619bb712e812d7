package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// pack writes the packages of all programs below dist, and returns their names. root is the clone, from which come the
// packages' texts and the clients.
func (d dist) pack(root string) ([]string, error) {
	when, err := time.Parse(time.RFC3339, d.metadata.Date)
	if err != nil {
		return nil, fmt.Errorf("%s: date: %w", filepath.Join(d.dir, "metadata.json"), err)
	}
	npm := npm{root: root, version: d.metadata.Version}
	python, err := newPython(root, d.metadata.Version, when)
	if err != nil {
		return nil, err
	}
	parcels, err := npm.clients()
	if err != nil {
		return nil, err
	}
	plugin, err := python.plugin()
	parcels = append(parcels, plugin)
	for _, a := range d.artifacts {
		if a.Type != binaryType || err != nil {
			continue
		}
		var program []byte
		var tarball, wheel parcel
		program, err = os.ReadFile(filepath.Join(root, filepath.FromSlash(a.Path)))
		if err == nil {
			tarball, err = npm.platform(a, program)
		}
		if err == nil {
			wheel, err = python.wheel(a, program)
		}
		parcels = append(parcels, tarball, wheel)
	}
	if err != nil {
		return nil, err
	}
	return d.write(parcels)
}
