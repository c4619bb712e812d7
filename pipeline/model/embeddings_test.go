package model_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// nomic is the embedding model in these tests.
var nomic = model.EmbeddingModel{Model: "nomic-embed-text", ModelDigest: "0a10", Server: "0.11.4"}

// embeddings returns the vectors of texts, set in this order.
func embeddings(t require, texts []string, vector func(string) []float32) *model.Embeddings {
	t.Helper()
	e := &model.Embeddings{EmbeddingModel: nomic}
	for _, text := range texts {
		if err := e.Set(text, vector(text)); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

type require interface {
	Helper()
	Fatal(args ...any)
}

func encoded(t require, e *model.Embeddings) []byte {
	t.Helper()
	data, err := e.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// What is written is read back, to the last bit, and the order in which texts came leaves no trace.
func TestEmbeddingsAreWhatWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dims := rapid.IntRange(1, 5).Draw(t, "dimensions")
		number := rapid.Float32().Filter(func(x float32) bool {
			return !math.IsNaN(float64(x)) && !math.IsInf(float64(x), 0)
		})
		drawn := rapid.MapOf(rapid.String(), rapid.SliceOfN(number, dims, dims)).Draw(t, "vectors")
		var texts []string
		for text := range drawn {
			texts = append(texts, text)
		}
		vector := func(text string) []float32 { return drawn[text] }
		data := encoded(t, embeddings(t, texts, vector))
		other := rapid.Permutation(texts).Draw(t, "order")
		if !bytes.Equal(encoded(t, embeddings(t, other, vector)), data) {
			t.Fatalf("in another order:\n%s", data)
		}
		back, err := model.ReadEmbeddings(data, "f")
		if err != nil {
			t.Fatal(err)
		}
		if back.Len() != len(texts) || back.EmbeddingModel != nomic || !bytes.Equal(encoded(t, back), data) {
			t.Fatalf("%d texts of %+v, want %d:\n%s", back.Len(), back.EmbeddingModel, len(texts), encoded(t, back))
		}
		for _, text := range texts {
			got, ok := back.Vector(text)
			if d := cmp.Diff(bits(drawn[text]), bits(got)); !ok || d != "" {
				t.Fatalf("%q (-want +got):\n%s", text, d)
			}
		}
	})
}

func bits(v []float32) []uint32 {
	var all []uint32
	for _, x := range v {
		all = append(all, math.Float32bits(x))
	}
	return all
}

// The format of the file: docs/recordings.md shows it.
func TestEmbeddingsFile(t *testing.T) {
	e := embeddings(t, []string{"b", "a"}, func(text string) []float32 { return []float32{1, float32(len(text)) / -2} })
	const want = `{"embeddings":1,"model":"nomic-embed-text","model_digest":"0a10","server":"0.11.4"}
{"text":"3e23e8160039594a33894f6564e1b134","vector":"AACAPwAAAL8="}
{"text":"ca978112ca1bbdcafac231b39a23dc4d","vector":"AACAPwAAAL8="}
`
	if d := cmp.Diff(want, string(encoded(t, e))); d != "" {
		t.Errorf("file (-want +got):\n%s", d)
	}
	if _, err := (&model.Embeddings{}).Encode(); err == nil {
		t.Error("embeddings of no model were written")
	}
	var none *model.Embeddings
	if _, ok := none.Vector("a"); ok || none.Len() != 0 {
		t.Error("there are vectors where there are none")
	}
}

func TestReadEmbeddingsRefuses(t *testing.T) {
	const header = `{"embeddings":1,"model":"m","model_digest":"0a"}` + "\n"
	const line = `{"text":"3e23e8160039594a33894f6564e1b134","vector":"AACAPwAAAL8="}` + "\n"
	other := strings.Replace(line, `"3e`, `"4e`, 1)
	for _, tt := range []struct{ file, want string }{
		{"", "f:1: no embeddings: the file is empty"},
		{"\n", "f:1: "},
		{line, "f:1: want the version of the embeddings, embeddings: 1, in the first line"},
		{`{"recording":1,"case":"a"}`, `f:1: json: unknown field "recording"`},
		{strings.Replace(header, ":1", ":2", 1), "f:1: embeddings version 2, this program reads version 1: record all"},
		{`{"embeddings":1,"model_digest":"0a"}`, "f:1: embeddings must name their model"},
		{`{"embeddings":1,"model":"m","model_digest":"0a","text":"b"}`, "f:1: the first line cannot have a text"},
		{header + `{"text":"3e23e8160039594a338`, "f:2: the line is cut off: remove it, and record again"},
		{header + line + line, "f:3: a second vector of the text 3e23e8160039594a33894f6564e1b134"},
		{header + strings.Replace(line, "3e23", "", 1), "f:2: text: want 32 hexadecimal digits, got "},
		{header + strings.Replace(line, "3e23", "3E23", 1), "f:2: text: want 32 hexadecimal digits, got "},
		{header + strings.Replace(line, "AACAPwAAAL8=", "AACAPwAA", 1), "f:2: vector: 6 bytes are not a list " +
			"of numbers"},
		{header + strings.Replace(line, "AACAPwAAAL8=", "AAC", 1), "f:2: illegal base64 data"},
		{header + strings.Replace(line, "AACAPwAAAL8=", "", 1), "f:2: a vector without numbers"},
		{header + strings.Replace(line, "AACAPwAAAL8=", "AADAfw==", 1),
			"f:2: a vector with an element that is not a number"},
		{header + line + strings.Replace(other, "AACAPwAAAL8=", "AACAPw==", 1), "f:3: vectors of 2 and of 1 numbers"},
		{header + `{"text":"3e23e8160039594a33894f6564e1b134","vector":"AACAPwAAAL8=","model":"m"}`,
			"f:2: only the first line can have model and server"},
		{header + line + strings.Replace(header, "0a", "0b", 1) + other,
			"f:3: vectors of two models: m (0a) and m (0b). One file holds those of one model alone: record all of it"},
		{header + strings.Replace(line, "}", `,"model_digest":"0b"}`, 1), "f:2: vectors of two models: m (0a) and m (0b"},
	} {
		e, err := model.ReadEmbeddings([]byte(tt.file), "f")
		if e != nil || err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %s", tt.file, err, tt.want)
		}
	}
	if e, err := model.ReadEmbeddings([]byte(header+"\n"+line+"\n"), "f"); err != nil || e.Len() != 1 {
		t.Errorf("empty lines: %v", err)
	}
}

func TestSetRefuses(t *testing.T) {
	for _, v := range [][]float32{nil, {}, {float32(math.NaN())}, {1, float32(math.Inf(1))}, {1, 2, 3}} {
		e := embeddings(t, []string{"a"}, func(string) []float32 { return []float32{1, 2} })
		if err := e.Set("b", v); err == nil || e.Len() != 1 {
			t.Errorf("%v was taken", fmt.Sprint(v))
		}
	}
}
