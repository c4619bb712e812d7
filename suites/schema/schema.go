// Package schema makes JSON Schemas of the files of a project, for editors: from the types that read them, with the doc
// comments of their fields.
package schema

import (
	_ "embed"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// The kinds of files.
const (
	Suite   = "suite"
	Case    = "case"
	Golden  = "golden"
	Project = "project" // the root file
)

// Kinds returns all kinds of files.
func Kinds() []string { return []string{Suite, Case, Golden, Project} }

// module begins the import path of each package of this module.
const module = "github.com/beaver-eval/beaver-eval/"

// comments.json holds the doc comments of the types and fields in schemas, by key. A test makes it from the source.
//
//go:embed comments.json
var comments []byte

// key names a type, or one of its fields, in the comments.
func key(t reflect.Type, field string) string {
	return strings.TrimSuffix(strings.TrimPrefix(t.PkgPath(), module)+"."+t.Name()+"."+field, ".")
}

// Of returns the schema of a kind of file, as indented JSON. Suites and cases may have blocks of the given systems.
func Of(kind string, systems map[string]pipeline.System) ([]byte, error) {
	var texts map[string]string
	if err := json.Unmarshal(comments, &texts); err != nil {
		return nil, err
	}
	made := of(kind, systems, func(t reflect.Type, field string) string { return texts[key(t, field)] })
	data, err := json.MarshalIndent(made, "", "  ")
	return append(data, '\n'), err
}

func of(
	kind string, systems map[string]pipeline.System, describe func(t reflect.Type, field string) string,
) strict.Schema {
	ofSuite, ofCase, ofTurn := map[string]any{}, map[string]any{}, map[string]any{}
	for name, sys := range systems {
		inCase, inTurn := sys.Blocks()
		keep(ofSuite, name, inCase)
		keep(ofCase, name, inCase)
		keep(ofTurn, name, inTurn)
		if described, ok := sys.(pipeline.Configured); ok {
			keep(ofSuite, name, described.Describe())
		}
	}
	suite := reflect.TypeFor[project.Suite]()
	s := &strict.Schemas{
		Describe: describe,
		Blocks: map[reflect.Type]map[string]any{
			suite: ofSuite, reflect.TypeFor[fixtures.Case](): ofCase, reflect.TypeFor[fixtures.Turn](): ofTurn,
		},
		Values: map[reflect.Type]map[string][]string{suite: {"system": slices.Sorted(maps.Keys(systems))}},
	}
	return s.Of(map[string]any{
		Suite: project.Suite{}, Case: fixtures.Case{}, Golden: goldens.Written{}, Project: project.Root{},
	}[kind], "beaver-eval "+kind)
}

// keep adds a system's block; nil: it has none.
func keep(blocks map[string]any, name string, block any) {
	if block != nil {
		blocks[name] = block
	}
}
