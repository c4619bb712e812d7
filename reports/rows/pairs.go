package rows

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"

	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// pairsTable is the table of the last comparison of a run with another one.
const pairsTable = "pairs"

// PairRow is one thing measured in two runs. docs/parquet.md explains the columns.
type PairRow struct {
	Suite     string   `parquet:"suite,dict"`
	Case      string   `parquet:"case_id,dict"`
	Group     string   `parquet:"group,dict"`
	Turn      string   `parquet:"turn,dict"`
	Metric    string   `parquet:"metric,dict"`
	Facet     string   `parquet:"facet,dict"`
	Sample    int32    `parquet:"sample"`
	A         *float64 `parquet:"value_a"`
	B         *float64 `parquet:"value_b"`
	FallbackA bool     `parquet:"by_fallback_a"`
	FallbackB bool     `parquet:"by_fallback_b"`
	LeftOut   string   `parquet:"left_out,dict"`
	FirstPath string   `parquet:"first_path,dict"`
	ReasonA   string   `parquet:"reason_a"`
	ReasonB   string   `parquet:"reason_b"`
}

func (r PairRow) size() int {
	return sizeOf(r.Suite, r.Case, r.Group, r.Turn, r.Metric, r.Facet, r.LeftOut, r.FirstPath, r.ReasonA, r.ReasonB) +
		5*numSize
}

func (r PairRow) check() (column, value string) { return "case_id", r.Case }

// PairsWriter writes FOLDER/pairs.parquet. Close replaces an older one. Several comparisons may write at once: the last
// one to end stays.
type PairsWriter struct{ file *parquetFile[PairRow] }

// NewPairsWriter begins the file in the folder of a run.
func NewPairsWriter(folder string) (*PairsWriter, error) {
	name := filepath.Join(folder, pairsTable+".parquet")
	file, err := createAs[PairRow](name, fmt.Sprintf("%s.%d.tmp", name, rand.Uint64()), newCodec())
	if err != nil {
		return nil, err
	}
	return &PairsWriter{file}, nil
}

// Add writes one more row.
func (w *PairsWriter) Add(row PairRow) error {
	row.ReasonA, row.ReasonB = printable.Clip(row.ReasonA, clipped), printable.Clip(row.ReasonB, clipped)
	return w.file.write(row)
}

// Close ends the file, reads it again, and gives it its name.
func (w *PairsWriter) Close() error {
	err := w.file.finish()
	if err == nil {
		err = w.file.publish()
	}
	if err != nil {
		return errors.Join(err, w.Abort())
	}
	return nil
}

// Abort removes the unfinished file. After Close it does nothing.
func (w *PairsWriter) Abort() error { return w.file.abort() }
