package model

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

const embeddingsVersion = 1

// embeddingJSON is a line of a file of embeddings: the header has the first four keys, each later line the others.
type embeddingJSON struct {
	Embeddings  int    `json:"embeddings,omitempty"` // the version of the format
	Model       string `json:"model,omitempty"`
	ModelDigest string `json:"model_digest,omitempty"`
	Server      string `json:"server,omitempty"`
	Text        string `json:"text,omitempty"`   // its digest
	Vector      []byte `json:"vector,omitempty"` // little-endian float32
}

// Encode returns the file of the embeddings. Texts are ordered by digest: equal vectors give equal bytes, in whatever
// order they came.
func (e *Embeddings) Encode() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	header := embeddingJSON{Embeddings: embeddingsVersion, Model: e.Model, ModelDigest: e.ModelDigest, Server: e.Server}
	if err := header.checkHeader(); err != nil {
		return nil, err
	}
	if err := enc.Encode(header); err != nil {
		return nil, err
	}
	texts := slices.SortedFunc(maps.Keys(e.vectors), func(a, b textDigest) int { return bytes.Compare(a[:], b[:]) })
	for _, text := range texts {
		line := embeddingJSON{Text: hex.EncodeToString(text[:]), Vector: bytesOf(e.vectors[text])}
		if err := enc.Encode(line); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// ReadEmbeddings reads the bytes of a file of embeddings. Errors name file and line.
func ReadEmbeddings(data []byte, file string) (*Embeddings, error) {
	if len(data) == 0 {
		return nil, pipeline.FileErrorf(file, 1, "no embeddings: the file is empty")
	}
	sum := sha256.Sum256(data)
	e := &Embeddings{name: hex.EncodeToString(sum[:])}
	if err := decodeLines(data, file, e.readLine); err != nil {
		return nil, err
	}
	return e, nil
}

func (e *Embeddings) readLine(dec *lineDecoder, line []byte, first bool) error {
	var j embeddingJSON
	if err := dec.decode(line, &j); err != nil {
		return err
	}
	switch {
	case first:
		if err := j.checkHeader(); err != nil {
			return err
		}
		e.EmbeddingModel = EmbeddingModel{j.Model, j.ModelDigest, j.Server}
		return nil
	case j.Embeddings != 0 || j.ModelDigest != "":
		return &OtherModelError{Has: e.EmbeddingModel, Got: EmbeddingModel{
			Model: cmp.Or(j.Model, e.Model), ModelDigest: j.ModelDigest, Server: j.Server,
		}}
	case j.Model != "" || j.Server != "":
		return errors.New("only the first line can have model and server")
	}
	text, err := hex.DecodeString(j.Text)
	if err != nil || len(text) != len(textDigest{}) || hex.EncodeToString(text) != j.Text {
		return fmt.Errorf("text: want %d hexadecimal digits, got %.60q", 2*len(textDigest{}), j.Text)
	}
	if _, double := e.vectors[textDigest(text)]; double {
		return fmt.Errorf("a second vector of the text %s", j.Text)
	}
	if len(j.Vector)%4 != 0 {
		return fmt.Errorf("vector: %d bytes are not a list of numbers of 4 bytes each", len(j.Vector))
	}
	return e.set(textDigest(text), vectorOf(j.Vector))
}

func (j *embeddingJSON) checkHeader() error {
	switch {
	case j.Embeddings == 0:
		return errors.New("want the version of the embeddings, embeddings: 1, in the first line")
	case j.Embeddings != embeddingsVersion:
		return fmt.Errorf("embeddings version %d, this program reads version %d: record all of it again", j.Embeddings,
			embeddingsVersion)
	case j.Model == "":
		return errors.New("embeddings must name their model")
	case j.Text != "" || j.Vector != nil:
		return errors.New("the first line cannot have a text")
	}
	return nil
}

func bytesOf(v []float32) []byte {
	b := make([]byte, 0, 4*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

func vectorOf(b []byte) []float32 {
	v := make([]float32, len(b)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return v
}
