package layers

import "github.com/beaver-eval/beaver-eval/pipeline"

// Schema is the tables of the subdomains, each once.
func Schema(subdomains ...string) pipeline.Pieces { return nil }
