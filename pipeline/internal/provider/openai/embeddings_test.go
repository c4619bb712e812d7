package openai_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider/openai"
)

func TestRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path, body string
		want       openai.EmbeddingsBody
	}{
		{"/v1/embeddings", `{"model":"m","input":"a"}`, openai.EmbeddingsBody{Model: "m", Texts: []string{"a"}}},
		{"/embeddings", `{"model":"m","input":["a","","ü"],"encoding_format":"base64","dimensions":2}`,
			openai.EmbeddingsBody{Model: "m", Texts: []string{"a", "", "ü"}, Base64: true, Dimensions: 2}},
		{"/v1/v1/embeddings/", `{"input":["a"],"encoding_format":"float"}`,
			openai.EmbeddingsBody{Texts: []string{"a"}}},
		{"/api/embed", `{"model":"m","input":["a","b"],"dimensions":3}`,
			openai.EmbeddingsBody{Model: "m", Texts: []string{"a", "b"}, Dimensions: 3}},
		{"/case/x/api/embed/", `{"model":"m","input":"a","encoding_format":"base64"}`,
			openai.EmbeddingsBody{Model: "m", Texts: []string{"a"}}},
		{"/api/embed", `{"model":"m"}`, openai.EmbeddingsBody{Model: "m"}},
		{"/api/embed", `{"input":""}`, openai.EmbeddingsBody{}},
		{"/api/embed", `{"input":[""]}`, openai.EmbeddingsBody{Texts: []string{""}}},
		{"/api/embeddings", `{"model":"m","prompt":"a","input":"b"}`, openai.EmbeddingsBody{Model: "m",
			Texts: []string{"a"}}},
		{"/api/embeddings", `{"model":"m","prompt":""}`, openai.EmbeddingsBody{Model: "m"}},
	} {
		got, err := openai.ReadEmbeddings(c.path, []byte(c.body))
		if err != nil {
			t.Errorf("%s %s: %v", c.path, c.body, err)
			continue
		}
		if d := cmp.Diff(c.want, *got, cmpopts.EquateEmpty(),
			cmpopts.IgnoreUnexported(openai.EmbeddingsBody{})); d != "" {
			t.Errorf("%s %s (-want +got):\n%s", c.path, c.body, d)
		}
	}
}

func TestReadErrors(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"input":[1,2,3]}`: "token numbers", `{"input":[[1],[2]]}`: "token numbers", `{"input":[-1]}`: "token numbers",
		`{"input":["a",null]}`: "item 1 is not a text", `{"input":{"a":1}}`: "want a text", `{"input":7}`: "want a text",
		`{"input":[]}`: "want a text", `{"model":"m"}`: "want a text", `[]`: "want a JSON object", ``: "unexpected end",
		`{"input":"a","dimensions":-1}`: "dimensions", `{"input":"a","dimensions":"2"}`: "dimensions",
	} {
		got, err := openai.ReadEmbeddings("/v1/embeddings", []byte(body))
		var syntax *provider.SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v; want %q", body, got, err, want)
		}
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ path, body, want string }{
		{"/v1/embeddings", `{"model":"m","input":["abcd","e"]}`,
			`{"object":"list","data":[{"object":"embedding","index":0,"embedding":[3,4,12]},` +
				`{"object":"embedding","index":1,"embedding":[0,0,0.5]}],"model":"m","usage":{"prompt_tokens":2,"total_tokens":2}}`},
		{"/v1/embeddings", `{"model":"m","input":["abcd","e"],"dimensions":2}`,
			`{"object":"list","data":[{"object":"embedding","index":0,"embedding":[0.6,0.8]},` +
				`{"object":"embedding","index":1,"embedding":[0,0]}],"model":"m","usage":{"prompt_tokens":2,"total_tokens":2}}`},
		{"/api/embed", `{"model":"m","input":["abcd","e"]}`,
			`{"model":"m","embeddings":[[3,4,12],[0,0,0.5]],"total_duration":1,"load_duration":1,"prompt_eval_count":2}`},
		{"/api/embed", `{"model":"m"}`,
			`{"model":"m","embeddings":[],"total_duration":1,"load_duration":1,"prompt_eval_count":0}`},
		{"/api/embeddings", `{"model":"m","prompt":"abcd"}`, `{"embedding":[3,4,12]}`},
		{"/api/embeddings", `{"model":"m"}`, `{"embedding":[]}`},
	} {
		b, err := openai.ReadEmbeddings(c.path, []byte(c.body))
		if err != nil {
			t.Fatal(err)
		}
		sent, err := b.Write([][]float32{{3, 4, 12}, {0, 0, 0.5}}[:len(b.Texts)])
		if got := string(bytes.Join(sent.Pieces, nil)); err != nil || got != c.want || sent.Status != 200 {
			t.Errorf("%s: %v\n got %s\nwant %s", c.body, err, got, c.want)
		}
	}
	b, err := openai.ReadEmbeddings("/v1/embeddings", []byte(`{"input":["a","b"]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][][]float32{nil, {{1}}, {{1}, {float32(math.NaN())}}} {
		if sent, err := b.Write(bad); err == nil {
			t.Errorf("%v: %s, want an error", bad, sent.Pieces)
		}
	}
}

// The base64 bytes are those of the numbers, as official clients decode them.
func TestBase64(t *testing.T) {
	t.Parallel()
	b, err := openai.ReadEmbeddings("/v1/embeddings", []byte(`{"input":"a","encoding_format":"base64"}`))
	if err != nil {
		t.Fatal(err)
	}
	sent, err := b.Write([][]float32{{1, -2.5}})
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Data []struct{ Embedding string } }
	if err := json.Unmarshal(sent.Pieces[0], &got); err != nil || len(got.Data) != 1 {
		t.Fatalf("%v: %s", err, sent.Pieces[0])
	}
	raw, err := base64.StdEncoding.DecodeString(got.Data[0].Embedding)
	if want := []byte{0, 0, 0x80, 0x3f, 0, 0, 0x20, 0xc0}; err != nil || !bytes.Equal(raw, want) {
		t.Errorf("% x, %v; want % x", raw, err, want)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("/v1/embeddings", []byte(`{"input":["a",1]}`))
	f.Add("/api/embed", []byte(`{"input":"","dimensions":1e9}`))
	f.Add("/api/embeddings", []byte(`{"prompt":["a"]}`))
	f.Fuzz(func(t *testing.T, path string, body []byte) {
		b, err := openai.ReadEmbeddings(path, body)
		if err != nil {
			return
		}
		vectors := make([][]float32, len(b.Texts))
		for i := range vectors {
			vectors[i] = []float32{1, 2}
		}
		if sent, err := b.Write(vectors); err != nil || !json.Valid(bytes.Join(sent.Pieces, nil)) {
			t.Errorf("%v: %s", err, sent.Pieces)
		}
	})
}
