package rows

import (
	"context"
	"errors"
	"io/fs"

	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/coverage"
)

// coverageTable is the table of what the cases of each suite reach.
const coverageTable = "coverage"

// coverageRow is something that cases of a suite can reach, and how many do.
type coverageRow struct {
	Suite  string  `parquet:"suite,dict"`
	System string  `parquet:"system,dict"`
	Kind   string  `parquet:"kind,dict"`
	In     string  `parquet:"place,dict"`
	N      int32   `parquet:"n"`
	Name   string  `parquet:"name"`
	Line   int32   `parquet:"line"`
	What   string  `parquet:"what"`
	Words  string  `parquet:"words"`
	Lines  []int32 `parquet:"lines,list"`
	Of     int32   `parquet:"of"`
	Cases  int32   `parquet:"cases"`
	First  string  `parquet:"first_case"`
	Broken int32   `parquet:"cases_broken"`

	Unreachable string `parquet:"unreachable"`
}

func (r coverageRow) size() int {
	return sizeOf(r.Suite, r.System, r.Kind, r.In, r.Name, r.What, r.Words, r.First, r.Unreachable) +
		textSize + (5+len(r.Lines))*numSize
}

func (r coverageRow) check() (column, value string) { return "name", r.Name }

// covering counts what the cases of one suite reach, the one whose cases come now.
type covering struct {
	file  *parquetFile[coverageRow]
	suite string
	tally *coverage.Tally
}

// add counts a case, and writes the rows of the suite before it.
func (of *covering) add(c *Case) error {
	if c.Space == nil {
		return nil
	}
	var err error
	if of.suite != c.Suite {
		err = of.end()
		of.suite, of.tally = c.Suite, coverage.NewTally()
	}
	of.tally.Add(c.Space, c.Case, &c.Covered)
	return err
}

// end writes the rows of the suite whose cases came last.
func (of *covering) end() error {
	if of.tally == nil {
		return nil
	}
	for _, n := range of.tally.Counts() {
		err := of.file.write(coverageRow{
			Suite: of.suite, System: n.System, Kind: string(n.Kind), In: printable.Valid(n.In), N: int32(n.N),
			Name: printable.Valid(n.Name), Line: int32(n.Line), What: printable.Valid(n.What),
			Words: printable.Valid(n.Words), Lines: narrowed(n.Lines), Of: int32(n.Of), Cases: int32(n.Cases),
			First:  n.First,
			Broken: int32(n.Broken), Unreachable: printable.Valid(n.Unreachable),
		})
		if err != nil {
			return err
		}
	}
	of.tally = nil
	return nil
}

func narrowed(lines []int) []int32 {
	var all []int32
	for _, line := range lines {
		all = append(all, int32(line))
	}
	return all
}

func widened(lines []int32) []int {
	var all []int
	for _, line := range lines {
		all = append(all, int(line))
	}
	return all
}

// ReadCoverage passes on what the suites of a run's folder can reach, and how many cases do; nothing if an older
// version wrote the run.
func ReadCoverage(ctx context.Context, folder string, take func(suite string, c coverage.Count)) error {
	err := Each(ctx, folder, coverageTable, func(r *coverageRow) {
		first := ""
		if r.First != "" {
			first = r.Suite + "/" + r.First
		}
		take(r.Suite, coverage.Count{
			Item: coverage.Item{
				Key:    coverage.Key{Kind: coverage.Kind(r.Kind), In: r.In, N: int(r.N), Name: r.Name},
				System: r.System, Line: int(r.Line), What: r.What, Words: r.Words,
				Lines: widened(r.Lines), Of: int(r.Of), Unreachable: r.Unreachable,
			},
			Cases: int(r.Cases), First: first, Broken: int(r.Broken),
		})
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
