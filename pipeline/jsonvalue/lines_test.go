package jsonvalue_test

import (
	"bufio"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Lines are those of bufio.ScanLines, however the reader hands them out.
func TestLawLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"\n", "\r\n", "\r", "a", "é", "bcd"})
		text := strings.Join(rapid.SliceOf(piece).Draw(t, "text"), "")
		reader := bufio.NewScanner(strings.NewReader(text))
		if rapid.Bool().Draw(t, "in pieces") {
			reader = bufio.NewScanner(iotest.OneByteReader(strings.NewReader(text)))
		}
		reader.Split(jsonvalue.Lines())
		want := bufio.NewScanner(strings.NewReader(text))
		if d := cmp.Diff(scanned(want), scanned(reader)); d != "" {
			t.Fatalf("%q (-want +got):\n%s", text, d)
		}
	})
}

func scanned(s *bufio.Scanner) []string {
	var all []string
	for s.Scan() {
		all = append(all, s.Text())
	}
	return all
}

func BenchmarkLines(b *testing.B) {
	line := strings.Repeat("x", 8<<20) + "\n"
	for name, split := range map[string]func() bufio.SplitFunc{
		"once": jsonvalue.Lines, "again": func() bufio.SplitFunc { return bufio.ScanLines },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				s := bufio.NewScanner(pieces{strings.NewReader(line)})
				s.Buffer(nil, 16<<20)
				s.Split(split())
				if !s.Scan() || len(s.Bytes()) != len(line)-1 {
					b.Fatal(s.Err())
				}
			}
		})
	}
}

// pieces hands out what a pipe does at once.
type pieces struct{ *strings.Reader }

func (p pieces) Read(data []byte) (int, error) { return p.Reader.Read(data[:min(len(data), 1<<16)]) }
