package review

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/changes"
	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// maxHistory is the largest size of a file with versions of a prompt, in bytes.
const maxHistory = 256 << 20

// diffHistory compares successive versions of a prompt.
func (a *app) diffHistory(file string, o diffOptions) error {
	data, err := disk.ReadFile(file, maxHistory)
	if err != nil {
		return err
	}
	versions, err := goldens.ReadHistory(file, data)
	if err != nil {
		return err
	}
	if o.at != "" {
		return a.diffVersion(file, versions, o)
	}
	type transition struct {
		ID      string   `json:"id"`
		Date    string   `json:"date"`
		Subject string   `json:"subject"`
		Changes []string `json:"changes"`
	}
	all, lines := []transition{}, 0
	for i := 1; i < len(versions); i++ {
		v := versions[i]
		found := compareVersions(versions[i-1], v, o)
		if found.None() {
			continue
		}
		t := transition{v.ID, v.Date, v.Subject, []string{}}
		for i := range found.Groups {
			t.Changes = append(t.Changes, cells.Summary(&found.Groups[i]))
		}
		if all = append(all, t); o.format == "json" {
			continue
		}
		lines++
		fmt.Fprintf(a.Stdout, "%s\n", printable.Line(v.ID+"  "+v.Date+"  "+v.Subject))
		for _, line := range t.Changes {
			fmt.Fprintf(a.Stdout, "  %s\n", printable.Line(line))
		}
	}
	if o.format == "json" {
		err = printable.WriteJSON(a.Data, all)
	} else {
		_, err = fmt.Fprintf(a.Stdout, "%d of %d transitions change something\n", lines, len(versions)-1)
	}
	if err != nil {
		return console.Fault(err)
	}
	if len(all) > 0 {
		return &console.Error{Code: console.Gate}
	}
	return nil
}

// diffVersion compares one version with the one before.
func (a *app) diffVersion(file string, versions []goldens.HistoryVersion, o diffOptions) error {
	at := -1
	for i, v := range versions {
		if strings.HasPrefix(v.ID, o.at) || v.SHA != "" && strings.HasPrefix(v.SHA, o.at) {
			at = i
			break
		}
	}
	switch {
	case at < 0:
		return fmt.Errorf("--at %s: %s has no version with this id", o.at, file)
	case at == 0:
		return fmt.Errorf("--at %s: it is the first version of %s, so there is none to compare it with", o.at, file)
	}
	v := versions[at]
	found := compareVersions(versions[at-1], v, o)
	if o.format == "table" && len(o.causes) == 0 {
		fmt.Fprintf(a.Stdout, "%s\n", printable.Line(v.ID+"  "+v.Date+"  "+v.Subject))
		for i := range found.Groups {
			fmt.Fprintf(a.Stdout, "  %s\n", printable.Line(cells.Summary(&found.Groups[i])))
		}
		fmt.Fprintln(a.Stdout)
	}
	return a.showChanges(found, o)
}

func compareVersions(old, new goldens.HistoryVersion, o diffOptions) *changes.Changes {
	found := &changes.Changes{Choice: changes.Choice{Stages: o.stages, Sections: o.sections}}
	found.AddEdits(new.Modes.Suite, new.ID, edit.Compare(old.Modes, new.Modes, nil))
	found.List()
	return found
}
