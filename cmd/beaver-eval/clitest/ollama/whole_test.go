package ollama_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
)

// whole holds the expected results of the project testdata/whole/SYSTEM, on the model of the stages; it is read from
// testdata/whole/SYSTEM.yaml.
type whole struct {
	Calls     int               `json:"calls"`
	Unasked   []string          `json:"unasked"`   // calling stages that none of its cases has
	Fallbacks map[string]int    `json:"fallbacks"` // by stage and reason
	Tools     map[string]string `json:"tools"`     // the result, or who else gave one, by case, name and arguments
	Events    map[string]int    `json:"events"`    // by name; others may be there too
	OpenAI    bool              `json:"openai"`    // also through the server's /v1
	Edit      edit              `json:"edit"`
	Decides   *edit             `json:"decides"` // then one that changes the model's decisions
}

// edit is a change of a template.
type edit struct {
	File   string   `json:"file" strict:"required"`
	Before string   `json:"before" strict:"required"` // occurs once in the file
	Now    string   `json:"now" strict:"required"`
	Stale  int      `json:"stale" strict:"required"` // answers after it
	Prints []string `json:"prints"`                  // what record --stale says
	Calls  int      `json:"calls"`                   // behind that; 0: as many as before
}

func readWhole(t *testing.T, system string) whole {
	t.Helper()
	file := filepath.Join("testdata", "whole", system+".yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	n, err := strict.ParseYAML(file, text)
	if err != nil {
		t.Fatal(err)
	}
	var w whole
	if err := n.Decode(&w); err != nil {
		t.Fatal(err)
	}
	return w
}
