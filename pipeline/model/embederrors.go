package model

import "fmt"

// MissEmbedError says that texts have no recorded vector. It is an error of the case, never a failure to fall back on:
// with the vectors nothing would have failed.
type MissEmbedError struct {
	Missing, Asked int    // texts without a vector, and all requested texts
	First          string // the first text without one, masked
	File           string // of the embeddings
	Suite          string // the suite's file, which names the embedder
}

func (e *MissEmbedError) Error() string {
	return fmt.Sprintf("no vector is recorded for %d of %d texts, the first %.60q: %s has none, and the embedder of "+
		"%s is not asked; `beaver-eval record --missing` asks it for what is missing", e.Missing, e.Asked, e.First,
		e.File, e.Suite)
}

// OtherModelError says that vectors come from two models where all must be of one: they cannot be compared.
type OtherModelError struct {
	Has, Got EmbeddingModel
}

func (e *OtherModelError) Error() string {
	return fmt.Sprintf("vectors of two models: %s (%s) and %s (%s). One file holds those of one model alone: "+
		"record all of it again", e.Has.Model, e.Has.ModelDigest, e.Got.Model, e.Got.ModelDigest)
}
