package page

import (
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// Options are what a page needs beside its run's folder. The zero value is a page of the run alone.
type Options struct {
	Prices map[string]*score.PriceList // of suites, by name; they say by which rules a cache keeps prompts
	Source func(name string) string    // returns the file of a built-in template as people find it; nil: the name
	Beside []*stored.Run               // the run is compared with them, wherever they lie
	Opens  string                      // the address of the view that is seen first; empty: the overview
}

// source returns the file of a template as people find it.
func (o *Options) source(name string) string {
	if o.Source == nil {
		return name
	}
	return o.Source(name)
}
