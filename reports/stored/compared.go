package stored

import (
	"encoding/json"
	"path/filepath"
)

// KeepComparison adds the comparison with which a run below dir has ended to its run.json, and the exit code of both.
func KeepComparison(dir, name string, comparison any, exit int) error {
	run, err := readRun(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	if run.Comparison, err = json.Marshal(comparison); err != nil {
		return err
	}
	run.Exit = exit
	return (&Writer{Name: run.Name, dir: dir}).write(run.Info)
}

// comparedIn returns the names of the runs in a comparison, or in a list of them.
func comparedIn(text json.RawMessage) (names []string) {
	type side struct {
		Run string `json:"run"`
	}
	all := make([]struct{ A, B side }, 1)
	if json.Unmarshal(text, &all) != nil && json.Unmarshal(text, &all[0]) != nil {
		return nil
	}
	for _, c := range all {
		names = append(names, c.A.Run, c.B.Run)
	}
	return names
}
