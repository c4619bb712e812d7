package project

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// ReadAll reads all suites of a project like Read, in the order of their files. A project without a folder of suites
// has none.
func ReadAll(p *Project, systems map[string]pipeline.System) ([]*Suite, error) {
	files, err := suiteFiles(p)
	if err != nil && !isFolder(p, p.Suites) {
		return nil, nil
	}
	var all []*Suite
	for _, file := range files {
		s, err := readSuite(p, file, systems)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// Described returns the lines of the suite's file that say how its system runs and what answers it: all but the keys
// that belong to this suite alone, such as its name, cases and gates. Another suite for the same program has them too.
func (s *Suite) Described() (string, error) {
	data, err := disk.Read(s.project.FS, s.file, fixtures.MaxYAML)
	if err != nil {
		return "", pipeline.FileErrorf(s.file, 0, "%w", fixtures.Pathless(err))
	}
	n, err := strict.ParseYAML(s.file, data)
	if err != nil {
		return "", err
	}
	own := []string{"suite", "description", "system", "cases", "recordings", "answers", "faults", "gates", "baseline",
		"ci"}
	lines := strings.SplitAfter(string(data), "\n")
	var b strings.Builder
	for i, k := range n.Keys {
		end := len(lines)
		if i+1 < len(n.Keys) {
			end = n.Keys[i+1].Line - 1
		}
		if k.Col > 1 || end < k.Line {
			return "", n.KeyErrorf(i, "%s: a suite like this one can only be written if each key begins a line", k.Name)
		}
		if !slices.Contains(own, k.Name) {
			b.WriteString(strings.Join(lines[k.Line-1:end], ""))
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n", nil
}
