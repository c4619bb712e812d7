package ollamatest

// Types of tokens, with their numbers in the format GGUF.
const (
	tokenNormal  = 1 // made of bytes, by merges
	tokenControl = 3 // written by a template, never by a user
	tokenWhole   = 4 // found as a whole in the text, the longest first, before anything is merged
)

// Control tokens that every model has. The others are written by the templates of chats.
const (
	tokenBegin     = "<|begin|>"
	tokenEnd       = "<|end|>" // ends an answer
	tokenSystem    = "<|system|>"
	tokenUser      = "<|user|>"
	tokenAssistant = "<|assistant|>"
	tokenTool      = "<|tool|>"
)

// vocabulary has the tokens of a model, by their number.
type vocabulary struct {
	texts  []string
	types  []int32
	merges []pair
	number map[string]int
}

// newVocabulary has the control tokens, a token for each byte, so that every text can be written, and one per merge.
func newVocabulary(merges []pair) *vocabulary {
	v := &vocabulary{merges: merges, number: map[string]int{}}
	for _, t := range byteTokens() {
		v.add(t, tokenNormal)
	}
	for _, m := range merges {
		v.add(m.left+m.right, tokenNormal)
	}
	for _, t := range []string{tokenBegin, tokenEnd, tokenSystem, tokenUser, tokenAssistant, tokenTool} {
		v.add(t, tokenControl)
	}
	return v
}

// add returns the number of a token, and adds it if it is new.
func (v *vocabulary) add(text string, of int32) int {
	if n, ok := v.number[text]; ok {
		return n
	}
	n := len(v.texts)
	v.texts, v.types, v.number[text] = append(v.texts, text), append(v.types, of), n
	return n
}

// addWhole returns the number of a token that is found as a whole. It may be the product of merges, which still make
// it.
func (v *vocabulary) addWhole(text string) int {
	n := v.add(text, tokenWhole)
	if v.types[n] == tokenNormal {
		v.types[n] = tokenWhole
	}
	return n
}

func (v *vocabulary) has(text string) bool {
	_, ok := v.number[text]
	return ok
}

// describe writes the tokenizer into the document.
func (v *vocabulary) describe(d *document) {
	merges := make([]string, len(v.merges))
	for i, m := range v.merges {
		merges[i] = m.left + " " + m.right
	}
	d.set("tokenizer.ggml.model", "gpt2")
	d.set("tokenizer.ggml.pre", "gpt-2")
	d.set("tokenizer.ggml.tokens", v.texts)
	d.set("tokenizer.ggml.token_type", v.types)
	d.set("tokenizer.ggml.merges", merges)
	d.set("tokenizer.ggml.bos_token_id", uint32(v.number[tokenBegin]))
	d.set("tokenizer.ggml.eos_token_id", uint32(v.number[tokenEnd]))
	d.set("tokenizer.ggml.add_bos_token", false)
	d.set("tokenizer.ggml.add_eos_token", false)
}
