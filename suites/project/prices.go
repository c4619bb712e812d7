package project

import (
	"path"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// Prices returns the prices of a project's suites by name, nil for one without, and apart what is wrong with suites
// that cannot be read. No case is read.
func Prices(p *Project, systems map[string]pipeline.System) (prices map[string]*score.PriceList,
	broken map[string]error, err error) {
	files, err := suiteFiles(p)
	if len(files) == 0 {
		return nil, nil, err
	}
	prices, broken = map[string]*score.PriceList{}, map[string]error{}
	for _, file := range files {
		s, err := readSuite(p, file, systems)
		switch {
		case err == nil:
			prices[s.Name] = s.Prices
		case s != nil:
			broken[s.Name] = err
		default: // only the file has a name
			broken[strings.TrimSuffix(path.Base(file), path.Ext(file))] = err
		}
	}
	return prices, broken, nil
}
