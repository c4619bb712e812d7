// Command mkcedict makes the table of package chinese from CC-CEDICT and a list of software terms:
//
//	go run ./mkcedict cedict.tsv.gz software.tsv cedict.table.zst
//
// The same files give the same bytes.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"
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
	table, err := encode(entries, own)
	if err != nil {
		return nil, err
	}
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer w.Close()
	return w.EncodeAll(table, nil), nil
}
