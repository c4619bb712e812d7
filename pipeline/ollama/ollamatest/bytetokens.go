package ollamatest

// The tokenizer's spellings of a space and of a line ending.
const (
	spaceToken = "Ġ"
	lineToken  = "Ċ"
)

// byteTokens returns the 256 tokens of single bytes, as the tokenizer of GPT-2 spells them: printable bytes of Latin-1
// stand for themselves, and the others take the letters from U+0100 on.
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
