package api_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/pipeline/app/api"
)

func TestEmbeddingsRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path, body string
		want       api.EmbeddingsBody
	}{
		{"/v1/embeddings", `{"model":"m","input":"a"}`, api.EmbeddingsBody{Model: "m", Texts: []string{"a"}}},
		{"/embeddings", `{"model":"m","input":["a","","ü"],"encoding_format":"base64","dimensions":2}`,
			api.EmbeddingsBody{Model: "m", Texts: []string{"a", "", "ü"}, Base64: true, Dimensions: 2}},
		{"/v1/v1/embeddings/", `{"input":["a"],"encoding_format":"float"}`, api.EmbeddingsBody{Texts: []string{"a"}}},
		{"/api/embed", `{"model":"m","input":["a","b"],"dimensions":3}`,
			api.EmbeddingsBody{Model: "m", Texts: []string{"a", "b"}, Dimensions: 3}},
		{"/case/x/api/embed/", `{"model":"m","input":"a","encoding_format":"base64"}`,
			api.EmbeddingsBody{Model: "m", Texts: []string{"a"}}},
		{"/api/embed", `{"model":"m"}`, api.EmbeddingsBody{Model: "m"}},
		{"/api/embed", `{"input":""}`, api.EmbeddingsBody{}},
		{"/api/embed", `{"input":[""]}`, api.EmbeddingsBody{Texts: []string{""}}},
		{"/api/embeddings", `{"model":"m","prompt":"a","input":"b"}`, api.EmbeddingsBody{Model: "m", Texts: []string{"a"}}},
		{"/api/embeddings", `{"model":"m","prompt":""}`, api.EmbeddingsBody{Model: "m"}},
	} {
		got, err := api.ReadEmbeddings(c.path, []byte(c.body))
		if err != nil {
			t.Errorf("%s %s: %v", c.path, c.body, err)
			continue
		}
		if d := cmp.Diff(c.want, *got, cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(api.EmbeddingsBody{})); d != "" {
			t.Errorf("%s %s (-want +got):\n%s", c.path, c.body, d)
		}
	}
}

func TestEmbeddingsReadErrors(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"input":[1,2,3]}`: "token numbers", `{"input":[[1],[2]]}`: "token numbers", `{"input":[-1]}`: "token numbers",
		`{"input":["a",null]}`: "item 1 is no text", `{"input":{"a":1}}`: "want a text", `{"input":7}`: "want a text",
		`{"input":[]}`: "want a text", `{"model":"m"}`: "want a text", `[]`: "want a JSON object", ``: "unexpected end",
		`{"input":"a","dimensions":-1}`: "dimensions", `{"input":"a","dimensions":"2"}`: "dimensions",
	} {
		got, err := api.ReadEmbeddings("/v1/embeddings", []byte(body))
		var syntax *api.SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v; want %q", body, got, err, want)
		}
	}
}

func TestEmbeddingsWrite(t *testing.T) {
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
		b, err := api.ReadEmbeddings(c.path, []byte(c.body))
		if err != nil {
			t.Fatal(err)
		}
		sent, err := b.Write([][]float32{{3, 4, 12}, {0, 0, 0.5}}[:len(b.Texts)])
		if got := string(bytes.Join(sent.Pieces, nil)); err != nil || got != c.want || sent.Status != 200 {
			t.Errorf("%s: %v\n got %s\nwant %s", c.body, err, got, c.want)
		}
	}
	b, err := api.ReadEmbeddings("/v1/embeddings", []byte(`{"input":["a","b"]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][][]float32{nil, {{1}}, {{1}, {float32(math.NaN())}}} {
		if sent, err := b.Write(bad); err == nil {
			t.Errorf("%v: %s, want an error", bad, sent.Pieces)
		}
	}
}

// The bytes of base64 are those of the numbers, as official clients decode them.
func TestEmbeddingsBase64(t *testing.T) {
	t.Parallel()
	b, err := api.ReadEmbeddings("/v1/embeddings", []byte(`{"input":"a","encoding_format":"base64"}`))
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

func FuzzEmbeddingsRead(f *testing.F) {
	f.Add("/v1/embeddings", []byte(`{"input":["a",1]}`))
	f.Add("/api/embed", []byte(`{"input":"","dimensions":1e9}`))
	f.Add("/api/embeddings", []byte(`{"prompt":["a"]}`))
	f.Fuzz(func(t *testing.T, path string, body []byte) {
		b, err := api.ReadEmbeddings(path, body)
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

func TestOllamaInfo(t *testing.T) {
	t.Parallel()
	const details = `"details":{"parent_model":"","format":"gguf","family":"llama","families":["llama"],` +
		`"parameter_size":"1B","quantization_level":"Q4_0"}`
	at := time.Unix(1e9, 0)
	names := []string{"m:1"}
	tags, ps := string(api.OllamaTags(names, at).Pieces[0]), string(api.OllamaPs(names, at).Pieces[0])
	for _, want := range []string{`{"models":[{"name":"m:1","model":"m:1","modified_at":"2001-09-09T01:46:40Z","size":1073741824,"digest":"`, details + "}]}"} {
		if !strings.Contains(tags, want) {
			t.Errorf("tags: %s\nwant %s", tags, want)
		}
	}
	for _, want := range []string{`"expires_at":"2001-09-09T01:51:40Z","size_vram":0`, details} {
		if !strings.Contains(ps, want) {
			t.Errorf("ps: %s\nwant %s", ps, want)
		}
	}
	if got := string(api.OllamaTags(nil, at).Pieces[0]); got != `{"models":[]}` {
		t.Errorf("no models: %s", got)
	}
	if got := string(api.OllamaVersion("0.17.4").Pieces[0]); got != `{"version":"0.17.4"}` {
		t.Errorf("version: %s", got)
	}
	for _, body := range []string{`{"model":"m\nRUN x"}`, `{"name":"m"}`} {
		sent, err := api.OllamaShow([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		var show struct {
			Modelfile    string
			Capabilities []string
			Details      map[string]any
			Info         map[string]any `json:"model_info"`
		}
		if err := json.Unmarshal(sent.Pieces[0], &show); err != nil || len(show.Capabilities) != 2 ||
			show.Details["family"] != "llama" || show.Info["general.architecture"] != "llama" ||
			strings.Count(show.Modelfile, "\n") != 1 {
			t.Errorf("%s: %v %s", body, err, sent.Pieces[0])
		}
	}
	for _, body := range []string{`{}`, `{"model":7}`, ``} {
		if sent, err := api.OllamaShow([]byte(body)); err == nil {
			t.Errorf("%s: %s, want an error", body, sent.Pieces)
		}
	}
}
