package clitest

import (
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// vectors FILE MODEL DIGEST WANT: makes a file of embeddings from the JSON in WANT, which has a list of numbers for
// each text.
func vectors(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: vectors file model digest want")
	}
	var want map[string][]float32
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[3])), &want))
	e := &model.Embeddings{EmbeddingModel: model.EmbeddingModel{Model: args[1], ModelDigest: args[2]}}
	for text, v := range want {
		ts.Check(e.Set(text, v))
	}
	data, err := e.Encode()
	ts.Check(err)
	file := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(file), 0o700))
	ts.Check(os.WriteFile(file, data, 0o600))
}
