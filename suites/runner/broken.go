package runner

import (
	"context"
	"errors"
	"io/fs"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// errBroken is the error of a part that a case breaks.
var errBroken = errors.New("the case breaks it")

// broken are the parts that a system's block of a case breaks.
type broken []pipeline.Part

func brokenBy(block any) broken {
	if b, ok := block.(pipeline.Breaker); ok {
		return b.Broken()
	}
	return nil
}

// embedder returns the embedder of a case, a failing one if the case breaks it.
func (b broken) embedder(working pipeline.Embedder) pipeline.Embedder {
	if slices.Contains(b, pipeline.PartEmbedder) {
		return noEmbedder{}
	}
	return working
}

// skills returns the skills that the system gets, with their digest. A broken loader must show in a case without skills
// too: then there is one folder.
func (b broken) skills(dirs []pipeline.SkillDir, library string) ([]pipeline.SkillDir, string) {
	if !slices.Contains(b, pipeline.PartLoader) {
		return dirs, library
	}
	if dirs = slices.Clone(dirs); len(dirs) == 0 {
		dirs = []pipeline.SkillDir{{Path: "unreadable"}}
	}
	for i := range dirs {
		dirs[i].Dir = noFiles{}
	}
	return dirs, "unreadable:" + library
}

// noEmbedder is an embedder that does not work.
type noEmbedder struct{}

// Embed implements pipeline.Embedder.
func (noEmbedder) Embed(context.Context, []string) ([][]float32, error) {
	return nil, &pipeline.Failure{Reason: pipeline.Unavailable, Err: errBroken}
}

// noFiles is a folder of which nothing can be opened.
type noFiles struct{}

// Open implements fs.FS.
func (noFiles) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: errBroken}
}
