package jsonvalue

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// ParseSound is ParseMembers for a request: an ambiguous one, which two readers may read differently, is an error. That
// is a duplicate key in an object at any depth, a byte that is not UTF-8, and one half of a surrogate pair.
func ParseSound(raw []byte) (*Object, error) {
	o, err := ParseMembers(raw)
	if err != nil {
		return nil, err
	}
	return o, Sound(raw)
}

// Sound is the check of ParseSound, for valid JSON.
func Sound(raw []byte) error {
	if at := notUTF8(raw); at >= 0 {
		return fmt.Errorf("byte %d is 0x%02x, which is no UTF-8", at+1, raw[at])
	}
	escaped := bytes.Contains(raw, []byte(`\u`))
	var open keysOf
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '{':
			open.begin()
		case '}':
			open.end()
		case '"':
			end := textEnd(raw, i)
			if escaped {
				if half := loneSurrogate(raw[i:end]); half != "" {
					return fmt.Errorf("byte %d: %s is one half of a surrogate pair, and no character", i+1, half)
				}
			}
			if colon := blanks(raw, end); colon < len(raw) && raw[colon] == ':' && !open.add(keyText(raw[i:end])) {
				return fmt.Errorf("byte %d: the key %.80s appears twice in one object", i+1, raw[i:end])
			}
			i = end - 1
		}
	}
	return nil
}

// notUTF8 returns the offset of the first byte that is not UTF-8; -1: there is none.
func notUTF8(raw []byte) int {
	if utf8.Valid(raw) {
		return -1
	}
	for i := 0; ; {
		r, n := utf8.DecodeRune(raw[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
}

// loneSurrogate returns the first escape in a JSON string that is half of a pair without the other; empty: none is.
func loneSurrogate(text []byte) string {
	for {
		i := bytes.IndexByte(text, '\\')
		if i < 0 {
			return ""
		}
		text = text[i:]
		unit := codeUnit(text)
		switch {
		case unit < 0:
			text = text[2:]
			continue
		case unit < 0xd800 || unit > 0xdfff:
		case unit >= 0xdc00:
			return string(text[:6])
		default:
			if low := codeUnit(text[6:]); low < 0xdc00 || low > 0xdfff {
				return string(text[:6])
			}
			text = text[6:]
		}
		text = text[6:]
	}
}

// codeUnit returns the number of an escape such as \u00e9 at the beginning of a text; -1: there is none.
func codeUnit(text []byte) int {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return -1
	}
	n, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return int(n)
}

// keyText returns a key for comparison: without escapes.
func keyText(raw []byte) []byte {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	text, _ := Text(raw)
	return []byte(text)
}

// keysOf are the keys of the open objects at a place in JSON.
type keysOf struct {
	keys    [][]byte // of all of them, outermost first
	objects []keyed
}

// keyed is one of these objects.
type keyed struct {
	first int             // of its keys
	many  map[string]bool // its keys if there are more than a few; nil: they are searched linearly
}

func (k *keysOf) begin() { k.objects = append(k.objects, keyed{first: len(k.keys)}) }

func (k *keysOf) end() {
	last := len(k.objects) - 1
	k.keys, k.objects = k.keys[:k.objects[last].first], k.objects[:last]
}

// add adds a key to the innermost object; ok is false if it is a duplicate.
func (k *keysOf) add(key []byte) (ok bool) {
	o := &k.objects[len(k.objects)-1]
	own := k.keys[o.first:]
	switch {
	case o.many != nil:
		if o.many[string(key)] {
			return false
		}
		o.many[string(key)] = true
		return true
	case len(own) == few:
		o.many = make(map[string]bool, 2*few)
		for _, other := range own {
			o.many[string(other)] = true
		}
		return k.add(key)
	}
	for _, other := range own {
		if bytes.Equal(other, key) {
			return false
		}
	}
	k.keys = append(k.keys, key)
	return true
}
