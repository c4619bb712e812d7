package ollamatest

// How the tokenizer writes a space and the end of a line.
const (
	spaceToken = "Ġ"
	lineToken  = "Ċ"
)

// byteTokens are the 256 tokens of single bytes, as the tokenizer of GPT-2 writes them: a byte that Latin-1 prints is
// its own letter, and the others take the letters from U+0100 on.
func byteTokens() []string {
	tokens := make([]string, 256)
	next := rune(0x100)
	for b := range tokens {
		if printsItself(b) {
			tokens[b] = string(rune(b))
			continue
		}
		tokens[b] = string(next)
		next++
	}
	return tokens
}

func printsItself(b int) bool {
	return '!' <= b && b <= '~' || 0xa1 <= b && b <= 0xff && b != 0xad
}
