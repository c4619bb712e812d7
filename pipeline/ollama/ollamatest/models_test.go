package ollamatest

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func written(t *testing.T, kind ModelKind) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteModel(&b, kind); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Each model is a complete file that describes itself, the same each time.
func TestModels(t *testing.T) {
	for kind, most := range map[ModelKind]int{
		KindRandom: 1 << 20, KindEndless: 1 << 20, KindStages: 16 << 20, KindEmbedder: 3 << 20,
	} {
		t.Run(string(kind), func(t *testing.T) {
			file := written(t, kind)
			if !bytes.Equal(file, written(t, kind)) {
				t.Error("written twice, the bytes differ")
			}
			if len(file) > most {
				t.Errorf("%d bytes, want at most %d", len(file), most)
			}
			p := tinymodelParse(t, file)
			checkShapes(t, p, kind)
			checkTokens(t, p)
			for name, tensor := range p.tensors {
				if slices.ContainsFunc(tensor.data, func(x float32) bool {
					return math.IsNaN(float64(x)) || math.IsInf(float64(x), 0)
				}) {
					t.Errorf("%s has numbers that are none", name)
				}
			}
		})
	}
}

// checkShapes compares the sizes of tensors with those in the file's header.
func checkShapes(t *testing.T, p parsed, kind ModelKind) {
	t.Helper()
	number := func(key string) uint64 {
		n, ok := p.values["llama."+key].(uint32)
		if !ok {
			t.Errorf("llama.%s is %v", key, p.values["llama."+key])
		}
		return uint64(n)
	}
	width, inner := number("embedding_length"), number("feed_forward_length")
	heads, tokens := number("attention.head_count")*number("attention.key_length"), number("vocab_size")
	want := map[string][]uint64{"token_embd.weight": {width, tokens}, "output_norm.weight": {width}}
	if kind != KindEmbedder {
		want["output.weight"] = []uint64{width, tokens}
	}
	for l := range number("block_count") {
		prefix := fmt.Sprintf("blk.%d.", l)
		for name, sizes := range map[string][]uint64{
			"attn_norm": {width}, "attn_q": {width, heads}, "attn_k": {width, heads}, "attn_v": {width, heads},
			"attn_output": {heads, width}, "ffn_norm": {width}, "ffn_gate": {width, inner}, "ffn_up": {width, inner},
			"ffn_down": {inner, width},
		} {
			want[prefix+name+".weight"] = sizes
		}
	}
	for name, sizes := range want {
		if got := p.tensors[name].sizes; !slices.Equal(got, sizes) {
			t.Errorf("%s has the sizes %v, want %v", name, got, sizes)
		}
	}
	if len(p.tensors) != len(want) {
		t.Errorf("%d tensors, want %d", len(p.tensors), len(want))
	}
}

// checkTokens looks for missing byte tokens, duplicates, and merges of missing tokens.
func checkTokens(t *testing.T, p parsed) {
	t.Helper()
	tokens := p.values["tokenizer.ggml.tokens"].([]any)
	if n := len(p.values["tokenizer.ggml.token_type"].([]any)); n != len(tokens) || n < 256 {
		t.Errorf("%d tokens, and types of %d", len(tokens), n)
	}
	known := map[any]bool{}
	for _, token := range tokens {
		if known[token] || token == "" {
			t.Errorf("the token %q stands there twice or says nothing", token)
		}
		known[token] = true
	}
	merges, _ := p.values["tokenizer.ggml.merges"].([]any)
	for _, m := range merges {
		left, right, _ := strings.Cut(m.(string), " ")
		if !known[left] || !known[right] || !known[left+right] {
			t.Errorf("the merge %q is of no tokens", m)
		}
	}
}

func TestRandomDependsOnItsSeed(t *testing.T) {
	var one, two bytes.Buffer
	if err := errors.Join(Random(&one, 1), Random(&two, 2)); err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("two seeds, one model")
	}
}

type broken struct{ room int }

func (b *broken) Write(p []byte) (int, error) {
	if b.room -= len(p); b.room < 0 {
		return 0, errors.New("the disk is full")
	}
	return len(p), nil
}

func TestWriteReportsErrors(t *testing.T) {
	for _, kind := range []ModelKind{KindRandom, KindEndless, KindStages, KindEmbedder, "large"} {
		for _, room := range []int{0, 100_000} {
			if err := WriteModel(&broken{room}, kind); err == nil {
				t.Errorf("%s with room for %d bytes: no error", kind, room)
			}
		}
	}
	d := &document{}
	d.set("a", 1.5)
	if err := d.write(&bytes.Buffer{}); err == nil {
		t.Error("a value of no type of the format: no error")
	}
}

func TestModelfile(t *testing.T) {
	for kind, parts := range map[ModelKind][]string{
		KindRandom:   {"FROM ./random.gguf\n", ".Tools", "PARAMETER stop <|end|>\n"},
		KindEndless:  {"FROM ./endless.gguf\n", "PARAMETER num_ctx 32768\n"},
		KindStages:   {"FROM ./stages.gguf\n", ".Tools", "PARAMETER stop <|end|>\n", "PARAMETER num_ctx 16384\n"},
		KindEmbedder: {"FROM ./embedder.gguf\n", "PARAMETER num_ctx 2048\n"},
	} {
		for _, part := range parts {
			if !strings.Contains(Modelfile(kind), part) {
				t.Errorf("%s: no %q in\n%s", kind, part, Modelfile(kind))
			}
		}
	}
}
