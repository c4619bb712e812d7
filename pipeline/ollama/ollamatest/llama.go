package ollamatest

import (
	"fmt"
	"io"
)

// shape is the size of a model of the architecture llama.
type shape struct {
	name      string
	width     int     // of the residual stream
	layers    int     // number of layers
	heads     int     // attention heads of a layer
	headWidth int     // of the query, key and value of a head
	inner     int     // neurons of a feed-forward network
	context   int     // tokens
	ropeBase  float32 // the larger, the slower a head's last pair turns with the distance between tokens
}

// llama is a model: for each token its row of the embedding is the residual stream x, and each layer adds to it
//
//	x += output · attention(query · norm(x), key · norm(x), value · norm(x))
//	x += down · (silu(gate · norm(x)) * (up · norm(x)))                       with silu(z) = z / (1 + e^-z)
//
// Then head · norm(x) has a number for each token: how likely it is the next one. norm(x) is x scaled so that the mean
// square of its numbers is 1.
type llama struct {
	shape
	words     *vocabulary
	embedding matrix // tokens x width
	layers    []layer
	norm      matrix // 1 x width
	head      matrix // tokens x width; without rows: the model only embeds
	pooling   uint32 // how a text's tokens make an embedding; 0: the model does not embed
}

// layer has the weights of one layer: of its attention, and of its feed-forward network.
type layer struct {
	query, key, value matrix // heads*headWidth x width
	output            matrix // width x heads*headWidth
	gate, up          matrix // inner x width
	down              matrix // width x inner
}

// newLlama returns a model whose weights are all 0.
func newLlama(s shape, words *vocabulary) *llama {
	m := &llama{
		shape: s, words: words, norm: ones(s.width),
		embedding: newMatrix(len(words.texts), s.width), head: newMatrix(len(words.texts), s.width),
	}
	all := s.heads * s.headWidth
	for range s.layers {
		m.layers = append(m.layers, layer{
			query: newMatrix(all, s.width), key: newMatrix(all, s.width), value: newMatrix(all, s.width),
			output: newMatrix(s.width, all),
			gate:   newMatrix(s.inner, s.width), up: newMatrix(s.inner, s.width), down: newMatrix(s.width, s.inner),
		})
	}
	return m
}

func (m *llama) write(w io.Writer) error {
	d := &document{}
	m.describe(d)
	m.words.describe(d)
	d.add("token_embd.weight", m.embedding)
	for i, l := range m.layers {
		l.describe(d, fmt.Sprintf("blk.%d.", i), m.width)
	}
	d.add("output_norm.weight", m.norm)
	if m.head.rows > 0 {
		d.add("output.weight", m.head)
	}
	if err := d.write(w); err != nil {
		return fmt.Errorf("write the model %s: %w", m.name, err)
	}
	return nil
}

func (m *llama) describe(d *document) {
	d.set("general.architecture", "llama")
	d.set("general.name", m.name)
	d.set("general.alignment", uint32(ggufAlignment))
	d.set("general.file_type", uint32(tensorFloat32))
	for _, e := range []struct {
		key    string
		number int
	}{
		{"vocab_size", len(m.words.texts)},
		{"context_length", m.context},
		{"embedding_length", m.width},
		{"block_count", len(m.layers)},
		{"feed_forward_length", m.inner},
		{"attention.head_count", m.heads},
		{"attention.head_count_kv", m.heads},
		{"attention.key_length", m.headWidth},
		{"attention.value_length", m.headWidth},
		{"rope.dimension_count", m.headWidth},
	} {
		d.set("llama."+e.key, uint32(e.number))
	}
	d.set("llama.attention.layer_norm_rms_epsilon", float32(1e-5))
	d.set("llama.rope.freq_base", m.ropeBase)
	if m.pooling != 0 {
		d.set("llama.pooling_type", m.pooling)
	}
}

func (l layer) describe(d *document, prefix string, width int) {
	d.add(prefix+"attn_norm.weight", ones(width))
	d.add(prefix+"attn_q.weight", l.query)
	d.add(prefix+"attn_k.weight", l.key)
	d.add(prefix+"attn_v.weight", l.value)
	d.add(prefix+"attn_output.weight", l.output)
	d.add(prefix+"ffn_norm.weight", ones(width))
	d.add(prefix+"ffn_gate.weight", l.gate)
	d.add(prefix+"ffn_up.weight", l.up)
	d.add(prefix+"ffn_down.weight", l.down)
}
