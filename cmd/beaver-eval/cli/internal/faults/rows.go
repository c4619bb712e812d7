package faults

import (
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// keptRows writes the rows of a matrix to faults.parquet in the folder of reports. Its zero value writes nothing.
type keptRows struct{ file *stored.Faults }

func openRows(p *project.Project, o options) (keptRows, error) {
	if o.noReport || o.cell != "" {
		return keptRows{}, nil
	}
	if err := p.CheckWritable(p.Reports); err != nil {
		return keptRows{}, err
	}
	file, err := stored.NewFaults(p.OnDisk(p.Reports))
	return keptRows{file}, err
}

func (k keptRows) add(suite, id string, cells []result.Cell) error {
	if k.file == nil {
		return nil
	}
	return k.file.Add(suite, id, cells)
}

func (k keptRows) close() error {
	if k.file == nil {
		return nil
	}
	return k.file.Close()
}

func (k keptRows) abort() error {
	if k.file == nil {
		return nil
	}
	return k.file.Abort()
}
