package check

import (
	"slices"
	"strings"
)

// Report is what a check found. Its JSON is what `check --format json` prints.
type Report struct {
	Files    int       `json:"files"`
	OK       int       `json:"ok"` // files without a problem, or with only a warning
	Problems []Problem `json:"problems"`
}

// Problem is one thing that is wrong with a file.
type Problem struct {
	Path   string `json:"path"`
	Kind   string `json:"kind"`
	Detail string `json:"detail"`
	Warn   bool   `json:"-"` // its file still counts as ok
}

// Has reports whether there is a problem of a kind.
func (r *Report) Has(kind string) bool {
	return slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Kind == kind })
}

// Drop removes the problems of a kind that is a warning.
func (r *Report) Drop(kind string) {
	r.Problems = slices.DeleteFunc(r.Problems, func(p Problem) bool { return p.Kind == kind && p.Warn })
}

// Add appends problems.
func (r *Report) Add(problems ...Problem) {
	r.Problems = append(r.Problems, problems...)
	r.sort()
}

func (r *Report) sort() {
	slices.SortFunc(r.Problems, func(a, b Problem) int {
		return strings.Compare(a.Path+"\x00"+a.Kind+"\x00"+a.Detail, b.Path+"\x00"+b.Kind+"\x00"+b.Detail)
	})
	r.Problems = slices.Compact(r.Problems)
}

// The kinds of problems.
const (
	KindName      = "name"      // a file name that not every system can hold, or two that differ in case only
	KindRoot      = "root"      // the root file
	KindSuite     = "suite"     // a suite, or what it names
	KindCase      = "case"      // a conversation
	KindRecording = "recording" // a recording
	KindGolden    = "golden"    // a golden or a pending file
	KindOrphan    = "orphan"    // a golden without a case
	KindMode      = "mode"      // a recording that others can read: a warning
	KindLeftover  = "leftover"  // left by a killed command: a warning, unless the project is incomplete without it
	KindSecret    = "secret"    // a password or a key that a person wrote into a file: a warning
)
