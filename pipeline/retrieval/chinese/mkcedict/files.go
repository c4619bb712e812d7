package main

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strings"
)

// zipped calls f with the content of a gzip file.
func zipped(file string, f func(io.Reader) error) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	z, err := gzip.NewReader(in)
	if err == nil {
		err = f(z)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// entry is one line of the dictionary. A word with two readings has two.
type entry struct {
	simplified, traditional string
	definitions             []string
}

// readEntries reads lines of simplified form, traditional form, pinyin and definitions.
func readEntries(r io.Reader) ([]entry, error) {
	var all []entry
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		c := strings.Split(lines.Text(), "\t")
		if len(c) != 4 {
			return nil, fmt.Errorf("line %d has %d columns, want 4", len(all)+1, len(c))
		}
		all = append(all, entry{c[0], c[1], strings.Split(c[3], "/")})
	}
	return all, lines.Err()
}

// readSoftware reads lines of a word and its English words, which replace the dictionary's.
func readSoftware(list string) (map[string][]sense, error) {
	own := map[string][]sense{}
	if list == "" {
		return own, nil
	}
	for i, line := range strings.Split(strings.TrimSpace(list), "\n") {
		word, english, ok := strings.Cut(line, "\t")
		if !ok || own[word] != nil {
			return nil, fmt.Errorf("line %d: %q has no tab, or its word stands there twice", i+1, line)
		}
		for s := range strings.SplitSeq(english, ",") {
			if words := senseOf(s); len(words) > 0 {
				own[word] = append(own[word], words)
			}
		}
	}
	return own, nil
}
