// Command mkcedict makes the table of package chinese out of CC-CEDICT and of a list of what software calls things:
//
//	go run ./mkcedict cedict.tsv.gz software.tsv cedict.table
//
// The same files give the same bytes.
package main

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: mkcedict cedict.tsv.gz software.tsv TABLE")
		os.Exit(2)
	}
	table, err := makeTable(os.Args[1], os.Args[2])
	if err == nil {
		err = os.WriteFile(os.Args[3], table, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mkcedict:", err)
		os.Exit(1)
	}
}

func makeTable(cedict, software string) ([]byte, error) {
	var entries []entry
	err := zipped(cedict, func(r io.Reader) (err error) {
		entries, err = readEntries(r)
		return err
	})
	if err != nil {
		return nil, err
	}
	list, err := os.ReadFile(software)
	if err != nil {
		return nil, err
	}
	own, err := readSoftware(string(list))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", software, err)
	}
	return encode(entries, own)
}

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

// entry is one line of the dictionary. A word that is read in two ways has two.
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

// readSoftware reads lines of a word and its English words, which take the place of the dictionary's.
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
