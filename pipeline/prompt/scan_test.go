package prompt

import (
	"maps"
	"slices"
	"testing"
	"text/template/parse"

	"github.com/google/go-cmp/cmp"
)

// scan finds the same defines as text/template in whatever that accepts.
func FuzzScan(f *testing.F) {
	f.Add("{{define \"A\"}}a{{end}}{{- define `B` -}}{{\"}}\"}}{{'\"'}}{{end}}")
	f.Add("{{/* {{define \"A\"}} */}}{{- /* }} */ -}}{{define\"C\"}}{{block \"D\" .}}d{{end}}{{end}}")
	f.Add("{{define \"A\\\"\\u0041\"}}{{if .X}}{{`{{define \"Q\"}}`}}{{end}}{{end}} {{ }} {{-3}}")
	f.Fuzz(func(t *testing.T, text string) {
		found := map[string]bool{}
		for _, d := range scan(text) {
			found[d.name] = true
		}
		trees := map[string]*parse.Tree{}
		top := parse.New("\x00top")
		top.Mode = parse.SkipFuncCheck
		if _, err := top.Parse(text, "", "", trees); err != nil {
			return
		}
		delete(trees, "\x00top")
		if diff := cmp.Diff(slices.Sorted(maps.Keys(trees)), slices.Sorted(maps.Keys(found))); diff != "" {
			t.Error(diff)
		}
	})
}
