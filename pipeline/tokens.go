package pipeline

import (
	"unicode"
	"unicode/utf8"
)

// EstimateTokens estimates the tokens of a text that no model has counted: a token for every four bytes of ASCII, one
// for every Chinese, Japanese or Korean character, and one for every two other characters.
func EstimateTokens(s string) int {
	ascii, wide, other := 0, 0, 0
	for i := 0; i < len(s); {
		if end := asciiEnd(s, i); end > i {
			ascii, i = ascii+end-i, end
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		if isWide(r) {
			wide++
			continue
		}
		other++
	}
	return (ascii+3)/4 + wide + (other+1)/2
}

// isWide reports whether a character is Chinese, Japanese or Korean. Nearly all of those in a prompt are from U+4E00 to
// U+9FFF, and nearly all others come before U+1100, where the scripts begin.
func isWide(r rune) bool {
	return r >= 0x4E00 && r <= 0x9FFF || r >= 0x3000 && r < 0x3040 || r >= 0xFF00 && r < 0xFFF0 ||
		r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// asciiEnd returns the offset of the first non-ASCII character from i on: prompts are long, and mostly ASCII.
func asciiEnd(s string, i int) int {
	for ; i+8 <= len(s); i += 8 { // the compiler reads them at once
		if c := s[i : i+8]; (uint64(c[0])|uint64(c[1])<<8|uint64(c[2])<<16|uint64(c[3])<<24|
			uint64(c[4])<<32|uint64(c[5])<<40|uint64(c[6])<<48|uint64(c[7])<<56)&0x8080808080808080 != 0 {
			break
		}
	}
	for i < len(s) && s[i] < utf8.RuneSelf {
		i++
	}
	return i
}

// EstimatedTokens estimates the tokens of the request: its messages, its tool calls, and the schemas of its tools.
func (r *Request) EstimatedTokens() int {
	n := 0
	for _, m := range r.Messages {
		for _, s := range m.Sections {
			n += EstimateTokens(s.Text)
		}
		n += EstimateToolCalls(m.ToolCalls)
	}
	return n + EstimateTools(r.Tools)
}

// EstimateToolCalls estimates the tokens of tool calls: names and arguments.
func EstimateToolCalls(calls []ToolCall) int {
	n := 0
	for _, c := range calls {
		n += EstimateTokens(c.Name) + EstimateTokens(c.Arguments)
	}
	return n
}

// EstimateTools estimates the tokens of tools: names, descriptions and schemas.
func EstimateTools(tools []Tool) int {
	n := 0
	for _, t := range tools {
		n += EstimateTokens(t.Name) + EstimateTokens(t.Description) + EstimateTokens(string(t.Parameters))
	}
	return n
}
