package stored

import "github.com/beaver-eval/beaver-eval/reports/rows"

// tables are what a Writer writes rows to.
type tables interface {
	Add(*rows.Case) error
	Empty() bool
	Close() (rows.Counts, error)
	Abort() error
}

// noTables are those of a shard.
type noTables struct{}

func (noTables) Add(*rows.Case) error        { return nil }
func (noTables) Empty() bool                 { return false } // one without cases counts too
func (noTables) Close() (rows.Counts, error) { return rows.Counts{}, nil }
func (noTables) Abort() error                { return nil }
