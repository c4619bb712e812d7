package covered_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/reports/covered"
	"github.com/beaver-eval/beaver-eval/suites/coverage"
)

// A line has the hits of its most covered branch, an outcome its own. What cannot come is left out, unless it came;
// what only a broken call reaches counts if that is asked for.
func TestLCOV(t *testing.T) {
	branch := func(n, line, of, cases, broken int, what, unreachable string) coverage.Count {
		return coverage.Count{
			Item: coverage.Item{Key: coverage.Key{Kind: coverage.Branch, In: "a\nSF:b.tmpl", N: n}, Line: line,
				What: what, Words: what, Lines: []int{line}, Of: of, Unreachable: unreachable},
			Cases: cases, Broken: broken,
		}
	}
	counts := []coverage.Count{
		branch(0, 1, 0, 5, 9, "define A", ""), branch(1, 2, 1, 3, 0, "if .A", ""),
		branch(2, 2, 1, 0, 2, "else of if .A", ""), branch(3, 3, 3, 4, 0, "range .B", ""),
		branch(4, 3, 3, 0, 0, "else of range .B", "never"), branch(5, 4, 5, 1, 0, "if .C", "so it seems"),
	}
	for _, c := range []struct {
		faults bool
		want   string
	}{
		{false, "TN:\nSF:a\\nSF:b.tmpl\nBRDA:2,1,1,3\nBRDA:2,1,2,0\nBRDA:3,3,3,4\nBRDA:4,5,5,1\nBRF:4\nBRH:3\n" +
			"DA:1,5\nDA:2,3\nDA:3,4\nDA:4,1\nLF:4\nLH:4\nend_of_record\n"},
		{true, "TN:\nSF:a\\nSF:b.tmpl\nBRDA:2,1,1,3\nBRDA:2,1,2,2\nBRDA:3,3,3,4\nBRDA:4,5,5,1\nBRF:4\nBRH:4\n" +
			"DA:1,9\nDA:2,3\nDA:3,4\nDA:4,1\nLF:4\nLH:4\nend_of_record\n"},
	} {
		var b bytes.Buffer
		if err := covered.WriteLCOV(&b, covered.New(counts, c.faults)); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(c.want, b.String()); d != "" {
			t.Errorf("faults %v (-want +got):\n%s", c.faults, d)
		}
	}
}
