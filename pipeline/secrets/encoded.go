package secrets

import (
	stdbase64 "encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// leastRun is the minimum length of encoded text: a key of 16 characters has 22 of them in base64.
const leastRun = 22

// Characters of base64, in both alphabets and in that of RFC 4648, section 4, whose text is broken into lines.
var (
	encodedRun  = charsetOf(digits + upper + lowerCase + "+/-_")
	plainBase64 = charsetOf(digits + upper + lowerCase + "+/")
)

// encoded finds text that contains a secret of an issuer's shape when decoded by one level: base64, hexadecimal digits,
// escapes of addresses. A run of base64 or digits is one secret. The time is linear in the text.
func encoded(text string) []Finding {
	found := inEscapes(text)
	for at := leastRun - 1; at < len(text); {
		start := at
		for start > at-leastRun && encodedRun[text[start]] {
			start--
		}
		if start > at-leastRun { // the run around it is too short, or begins there
			at = start + leastRun
			continue
		}
		end := encodedRun.end(text, at)
		of, looked := inRun(text, behindEscape(text, start+1), end)
		found = append(found, of...)
		at = looked + leastRun
	}
	return found
}

// inRun finds encoded secrets in a run of characters, in either alphabet, and returns how far it has looked.
func inRun(text string, start, end int) (found []Finding, looked int) {
	looked = end
	for at := start; at < end; {
		stop := plainBase64.end(text[:end], at)
		f, behind := inPart(text, at, stop, stdbase64.RawStdEncoding)
		found, looked, at = append(found, f...), max(looked, behind), max(stop, behind)+1
	}
	if alphanumeric.end(text[:end], start) == end {
		return found, looked // it is the same in the other alphabet
	}
	for at := start; at < end; {
		stop := wordAndDash.end(text[:end], at)
		f, _ := inPart(text, at, stop, stdbase64.RawURLEncoding)
		found, at = append(found, f...), stop+1
	}
	return found, looked
}

// behindEscape returns the beginning of a run whose first characters belong to an escape, as in \n, %3D and 0x.
func behindEscape(text string, start int) int {
	switch {
	case start > 0 && text[start-1] == '\\' && text[start] == 'u':
		return min(start+len("u003d"), len(text))
	case start > 0 && text[start-1] == '\\' && strings.IndexByte("nrtbf", text[start]) >= 0:
		return start + 1
	case start > 0 && isEscape(text, start-1), strings.HasPrefix(text[start:], "0x"),
		strings.HasPrefix(text[start:], "0X"):
		return start + 2
	}
	return start
}

// inPart finds encoded secrets in text[start:end], and in the lines of base64 after it.
func inPart(text string, start, end int, enc *stdbase64.Encoding) (found []Finding, looked int) {
	const head = 64
	part := text[start:end]
	switch {
	case len(part) < leastRun:
		return nil, end
	case areHex(part):
		plain, _ := hex.DecodeString(part[:len(part)/2*2])
		return shapeIn(plain, "in hexadecimal digits", start, end), end
	case !isText(unbase64(part[:min(head, len(part))], enc)):
		return nil, end
	}
	if enc == stdbase64.RawStdEncoding {
		part, end = withLines(text, start, end)
	}
	looked = end
	for end < min(len(text), looked+2) && text[end] == '=' {
		end++
	}
	return shapeIn(unbase64(part, enc), "in base64", start, end), looked
}

// unbase64 decodes base64, as far as it is valid.
func unbase64(part string, enc *stdbase64.Encoding) []byte {
	if len(part)%4 == 1 { // a single extra character encodes no byte
		part = part[:len(part)-1]
	}
	plain, _ := enc.DecodeString(part)
	return plain
}

// withLines returns text[start:end] and the following lines of base64, which programs break after so many characters.
func withLines(text string, start, end int) (joined string, last int) {
	const fullLine = 60
	if end-start < fullLine || (end-start)%4 != 0 {
		return text[start:end], end
	}
	var b strings.Builder
	for {
		b.WriteString(text[start:end])
		next := lineEnd(text, end)
		stop := plainBase64.end(text, next)
		if next == end || stop == next {
			return b.String(), end
		}
		start, end = next, stop
	}
}

// shapeIn returns a finding of text[start:end], which encodes plain: with the kind of the first secret in that.
func shapeIn(plain []byte, how string, start, end int) []Finding {
	if !isText(plain) {
		return nil
	}
	within := apart(shapesAlone().scan(string(plain)))
	if len(within) == 0 {
		return nil
	}
	return []Finding{{within[0].Kind, within[0].What + " " + how, start, end}}
}

// isText reports whether bytes are text, except for a few, for instance at the end.
func isText(plain []byte) bool {
	const oneIn = 16
	most := len(plain) / oneIn
	for i := 0; i < len(plain) && most >= 0; {
		r, n := utf8.DecodeRune(plain[i:])
		if r == utf8.RuneError && n < 2 || r < ' ' && r != '\n' && r != '\r' && r != '\t' {
			most--
		}
		i += n
	}
	return len(plain) > 0 && most >= 0
}

// inEscapes finds the secrets in an address's %XX text.
func inEscapes(text string) []Finding {
	var found []Finding
	for done := 0; ; {
		next := strings.IndexByte(text[done:], '%')
		if next < 0 {
			return found
		}
		at := done + next
		if !isEscape(text, at) {
			done = at + 1
			continue
		}
		start := at
		for start > done && addressText[text[start-1]] {
			start--
		}
		end := addressText.end(text, at)
		found = append(found, unescaped(text, start, end)...)
		done = end
	}
}

var addressText = charsetOf(digits + upper + lowerCase + "-._~%+/=:@&?#,;!$*()|")

// unescaped finds the secrets in text[start:end] without its escapes, each at its place in the text.
func unescaped(text string, start, end int) []Finding {
	plain := make([]byte, 0, end-start)
	from := make([]int, 0, end-start+1) // offset of each byte in the text
	for at := start; at < end; {
		from = append(from, at)
		if !isEscape(text[:end], at) {
			plain, at = append(plain, text[at]), at+1
			continue
		}
		b, _ := hex.DecodeString(text[at+1 : at+3])
		plain, at = append(plain, b...), at+3
	}
	from = append(from, end)
	found := apart(shapesAlone().scan(string(plain)))
	for i, f := range found {
		found[i].Start, found[i].End = from[f.Start], from[f.End]
	}
	return found
}
