package server

import (
	"bytes"
	"errors"
	"iter"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// HostsFile is a file with a host on each line. Blank lines, and those that begin with #, say nothing.
type HostsFile struct {
	Name string // as a person would name it
	Data []byte
}

// Each returns the hosts as they are written, by their lines from 1.
func (f *HostsFile) Each() iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		n := 0
		for line := range bytes.Lines(f.Data) {
			n++
			line = bytes.TrimSpace(line)
			if len(line) > 0 && line[0] != '#' && !yield(n, string(line)) {
				return
			}
		}
	}
}

// Parse parses the file as ParseHosts does a list. Errors name file and line, one for each bad line.
func (f *HostsFile) Parse(d Defaults, allowRemote bool) ([]*Host, error) {
	var hosts []*Host
	var errs []error
	for line, entry := range f.Each() {
		h, err := parseLine(entry, d)
		if err == nil {
			err = h.joins(hosts, allowRemote)
		}
		if err != nil {
			errs = append(errs, pipeline.FileErrorf(f.Name, line, "%w", err))
			continue
		}
		hosts = append(hosts, h)
	}
	if len(hosts)+len(errs) == 0 {
		errs = append(errs, pipeline.FileErrorf(f.Name, 0, "there is no host in it: write one on each line, such as %s",
			d.example()))
	}
	return hosts, errors.Join(errs...)
}

// parseLine reads a line of a file.
func parseLine(entry string, d Defaults) (*Host, error) {
	if strings.ContainsAny(entry, ", \t") {
		return nil, errors.New("it is more than one host: put each, and each comment, on a line of its own")
	}
	return parseHost(entry, d)
}
