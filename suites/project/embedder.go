package project

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// EmbeddingsFile is the name of the file with the embeddings of a set of recordings. No case's recording has this name,
// since no file name of an id begins like this.
const EmbeddingsFile = "_embeddings.jsonl"

// readEmbedder checks the suite's embedder.
func (s *Suite) readEmbedder(n *strict.Node) error {
	kind, name, _ := strings.Cut(s.Embedder, ":")
	known := kind == string(pipeline.SourceOllama) || kind == string(pipeline.SourceOpenAI)
	if s.Embedder == "" || known && name != "" && !strings.ContainsAny(name, " \t\r\n") {
		return nil
	}
	return n.Errorf("embedder: want %s:NAME or %s:NAME, got %.60q; leave it out for the built-in English words",
		pipeline.SourceOllama, pipeline.SourceOpenAI, s.Embedder)
}

// EmbeddingServer returns the kind of server that has the suite's embedding model, ollama or openai; empty: none.
func (s *Suite) EmbeddingServer() string {
	kind, _, _ := strings.Cut(s.Embedder, ":")
	return kind
}

// EmbeddingModel returns the name of the suite's embedding model; empty: the built-in embedder by words.
func (s *Suite) EmbeddingModel() string {
	_, name, _ := strings.Cut(s.Embedder, ":")
	return name
}

// EmbeddingsFile returns the file of the embeddings of the suite's set of recordings; a suite without a set has one of
// its own name for them.
func (s *Suite) EmbeddingsFile() string { return path.Join(s.embeddingsDir(), EmbeddingsFile) }

func (s *Suite) embeddingsDir() string {
	return path.Join(s.project.Fixtures, "recordings", cmp.Or(s.Recordings, s.Name))
}

// Embeddings returns the recorded embeddings of the suite's set; nil when there are none. They are read once.
func (s *Suite) Embeddings() (*model.Embeddings, error) {
	e, _, err := s.vectors.get(s.readEmbeddings)
	return e, err
}

// readEmbeddings reads the embeddings, with the digest of their file.
func (s *Suite) readEmbeddings() (*model.Embeddings, string, error) {
	file := s.EmbeddingsFile()
	data, err := disk.Read(s.project.FS, file, MaxRecording)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", nil
	}
	if err != nil {
		return nil, "", pipeline.FileErrorf(file, 0, "%w", fixtures.Pathless(err))
	}
	e, err := model.ReadEmbeddings(data, file)
	if err != nil {
		return nil, "", err
	}
	if want := s.EmbeddingModel(); e.Model != want {
		return nil, "", pipeline.FileErrorf(file, 1, "vectors of the model %q, and %s embeds with %q: "+
			"record all of it again", e.Model, s.file, want)
	}
	return e, digestOf(data), nil
}

// answersDigest returns the digest of what was recorded for a case: its recording and the shared embeddings.
func (s *Suite) answersDigest(recording []byte) (string, error) {
	if s.Embedder == "" {
		return digestOf(recording), nil
	}
	_, digest, err := s.vectors.get(s.readEmbeddings)
	return digestOf([]byte(digestOf(recording) + digest)), err
}
