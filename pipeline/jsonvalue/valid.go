package jsonvalue

import "encoding/binary"

// mostNested is the nesting depth that json.Valid accepts.
const mostNested = 10_000

// Valid reports what json.Valid does, in a fraction of its time: it looks at eight bytes of a string at once.
func Valid(raw []byte) bool {
	end := checked(raw, blanks(raw, 0), mostNested)
	return end >= 0 && blanks(raw, end) == len(raw)
}

// checked returns the end of the value at i; -1: there is none, or it is nested too deep.
func checked(raw []byte, i, depth int) int {
	if i < 0 || i >= len(raw) {
		return -1
	}
	switch c := raw[i]; {
	case c == '"':
		return checkedText(raw, i)
	case c == '{' || c == '[':
		if depth == 0 {
			return -1
		}
		return checkedItems(raw, i, depth-1)
	case c == '-' || isDigit(c):
		return checkedNumber(raw, i)
	}
	for _, word := range []string{"true", "false", "null"} {
		if len(raw)-i >= len(word) && string(raw[i:i+len(word)]) == word {
			return i + len(word)
		}
	}
	return -1
}

// checkedItems returns the end of the object or list at i.
func checkedItems(raw []byte, i, depth int) int {
	object, closing := raw[i] == '{', raw[i]+2 // as } is behind { and ] behind [
	if i = blanks(raw, i+1); i < len(raw) && raw[i] == closing {
		return i + 1
	}
	for {
		if object {
			if i = checkedKey(raw, i); i < 0 {
				return -1
			}
		}
		if i = checked(raw, i, depth); i < 0 {
			return -1
		}
		if i = blanks(raw, i); i == len(raw) {
			return -1
		}
		switch raw[i] {
		case closing:
			return i + 1
		case ',':
			i = blanks(raw, i+1)
		default:
			return -1
		}
	}
}

// checkedKey returns the beginning of the value whose key is at i.
func checkedKey(raw []byte, i int) int {
	if i >= len(raw) || raw[i] != '"' {
		return -1
	}
	if i = checkedText(raw, i); i < 0 {
		return -1
	}
	if i = blanks(raw, i); i == len(raw) || raw[i] != ':' {
		return -1
	}
	return blanks(raw, i+1)
}

// checkedText returns the end of the string at i.
func checkedText(raw []byte, i int) int {
	for i++; i < len(raw); {
		if i = ordinary(raw, i); i == len(raw) {
			break
		}
		switch c := raw[i]; {
		case c == '"':
			return i + 1
		case c < ' ':
			return -1
		case c != '\\':
			i++
			continue
		}
		if i++; i == len(raw) {
			break
		}
		switch raw[i] {
		case '"', '\\', '/', 'n', 't', 'r', 'b', 'f':
			i++
		case 'u':
			if len(raw)-i < 5 || !isHex(raw[i+1]) || !isHex(raw[i+2]) || !isHex(raw[i+3]) || !isHex(raw[i+4]) {
				return -1
			}
			i += 5
		default:
			return -1
		}
	}
	return -1
}

// ordinary skips eight bytes at once, as long as none of them is a quote, a backslash or a control character.
func ordinary(raw []byte, i int) int {
	const each, high = 0x0101010101010101, 0x8080808080808080
	for len(raw)-i >= 8 {
		eight := binary.LittleEndian.Uint64(raw[i:])
		quote, slash := eight^each*'"', eight^each*'\\'
		// A byte that is 0, or below a blank, borrows from its highest bit.
		if ((quote-each)&^quote|(slash-each)&^slash|(eight-each*' ')&^eight)&high != 0 {
			break
		}
		i += 8
	}
	return i
}

// checkedNumber returns the end of the number at i.
func checkedNumber(raw []byte, i int) int {
	if raw[i] == '-' {
		i++
	}
	switch {
	case i < len(raw) && raw[i] == '0':
		i++
	default:
		if i = digits(raw, i); i < 0 {
			return -1
		}
	}
	if i < len(raw) && raw[i] == '.' {
		if i = digits(raw, i+1); i < 0 {
			return -1
		}
	}
	if i < len(raw) && (raw[i] == 'e' || raw[i] == 'E') {
		if i++; i < len(raw) && (raw[i] == '+' || raw[i] == '-') {
			i++
		}
		return digits(raw, i)
	}
	return i
}

// digits returns the end of the digits at i; -1: there are none.
func digits(raw []byte, i int) int {
	begin := i
	for i < len(raw) && isDigit(raw[i]) {
		i++
	}
	if i == begin {
		return -1
	}
	return i
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isHex(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }
