package prompt_test

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/prompt"
)

// An outcome is unreachable if a statement around it excludes it, or if a comment in it says so.
func TestUnreachable(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want map[string]string // reasons by branch
	}{
		"range of dot inside of with": {`{{with .A}}a{{range .}}b{{end}}{{end}}`,
			map[string]string{"else of range .": "inside of with .A"}},
		"range with variables": {`{{with .A}}{{range $i, $x := .}}b{{end}}{{end}}`,
			map[string]string{"else of range $i, $x := .": "inside of with .A"}},
		"the same condition twice": {`{{if .A}}{{if .A}}a{{end}}{{range .A}}b{{end}}{{end}}`,
			map[string]string{"else of if .A": "inside of if .A", "else of range .A": "inside of if .A"}},
		"an argument of and": {`{{if and .A (not .B)}}{{range .A}}b{{end}}{{end}}`,
			map[string]string{"else of range .A": "inside of if and .A (not .B)"}},
		"from the data of the file": {`{{if $.A}}{{with .C}}{{with $.A}}a{{end}}{{end}}{{end}}`,
			map[string]string{"else of with $.A": "inside of if $.A"}},
		"an argument of or":            {`{{if or .A .B}}{{range .A}}b{{end}}{{end}}`, nil},
		"behind the statement":         {`{{if .A}}a{{end}}{{range .A}}b{{end}}`, nil},
		"in its else":                  {`{{if .A}}a{{else}}{{range .A}}b{{end}}{{end}}`, nil},
		"another dot":                  {`{{if .A}}{{with .C}}{{range .A}}b{{end}}{{end}}{{end}}`, nil},
		"dot of a range":               {`{{range .A}}{{with .}}b{{end}}{{end}}`, nil},
		"a variable, which can change": {`{{$x := .A}}{{if $x}}{{$x = .B}}{{range $x}}b{{end}}{{end}}`, nil},
		"another fragment":             {`{{with .A}}{{template "f" .}}{{end}}{{end}}{{define "f"}}{{range .}}b{{end}}`, nil},
		"a comment in an else": {`{{range .A}}b{{else}}{{/* unreachable: there is
			always one */}}{{end}}`, map[string]string{"else of range .A": "there is always one"}},
		"a comment with markers": {`{{with .A}}b{{else}}{{- /* unreachable: set */ -}}{{end}}`,
			map[string]string{"else of with .A": "set"}},
		"a comment in a branch with words": {`{{if .A}}{{/* unreachable: off */}}b{{end}}`,
			map[string]string{"if .A": "off"}},
		"a comment goes before what is around": {`{{with .A}}{{range .}}b{{else}}{{/* unreachable: so */}}{{end}}{{end}}`,
			map[string]string{"else of range .": "so"}},
		"any other comment": {`{{range .A}}b{{else}}{{/* nothing is unreachable: */}}{{end}}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			files := fstest.MapFS{"x.tmpl": {Data: []byte(`{{/* a file */}}{{define "Main"}}M ` + c.text + `{{end}}`)}}
			branches, err := prompt.Branches(files, "x.tmpl")
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]string{}
			for _, b := range branches.List {
				if b.Unreachable != "" {
					got[b.What] = b.Unreachable
				}
			}
			if c.want == nil {
				c.want = map[string]string{}
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("unreachable (-want +got):\n%s", d)
			}
		})
	}
}
