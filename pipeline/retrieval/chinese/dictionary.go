// Package chinese finds the words of Chinese text and English words for them, with an embedded dictionary: CC-CEDICT,
// and a short list of software terms (software.tsv). cedict.NOTICE.md has the licence and the layout of the table,
// which mkcedict makes.
package chinese

import (
	_ "embed"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"
)

//go:generate go run ./mkcedict ../../../../shared/dictionary/cedict.tsv.gz software.tsv cedict.table.zst

//go:embed cedict.table.zst
var packed []byte

// MaxLength is the maximum length of a word in characters.
const MaxLength = 8

// Limits of a table, so that its numbers cannot claim more memory than a table of that size may need.
const (
	header   = 20      // bytes
	mostOf   = 1 << 20 // records per kind
	largest  = 8 << 20 // bytes
	heaviest = 100
)

// Dictionary maps Chinese words to English ones. It does not change: any number of goroutines may use it.
type Dictionary struct {
	simple  map[rune]rune // simplified characters by traditional ones
	english []string
	data    string          // the records of the words, ordered by key
	at      []uint32        // offsets of the records in data
	first   map[rune][2]int // ranges of words by first character: from, to
}

// NewDictionary reads the embedded dictionary, which takes some milliseconds: make one and keep it.
func NewDictionary() (*Dictionary, error) {
	table, err := unpack(packed)
	if err != nil {
		return nil, fmt.Errorf("chinese: dictionary: %w", err)
	}
	d, err := parse(table)
	if err != nil {
		return nil, fmt.Errorf("chinese: dictionary: %w", err)
	}
	return d, nil
}

// unpack returns the table, which zstd makes 1.2 MB smaller.
func unpack(packed []byte) (string, error) {
	r, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(largest))
	if err != nil {
		return "", err
	}
	defer r.Close()
	table, err := r.DecodeAll(packed, nil)
	return string(table), err
}

// parse reads a table; cedict.NOTICE.md has the layout.
func parse(data string) (*Dictionary, error) {
	if len(data) < header || data[:4] != "BCED" {
		return nil, errors.New("no BCED table")
	}
	if v := u32(data[4:]); v != 1 {
		return nil, fmt.Errorf("version %d, want 1", v)
	}
	pairs, english, words := u32(data[8:]), u32(data[12:]), u32(data[16:])
	if max(pairs, english, words) > mostOf {
		return nil, fmt.Errorf("%d pairs, %d and %d words: want at most %d of each", pairs, english, words, mostOf)
	}
	d := &Dictionary{}
	rest, err := d.readPairs(data[header:], int(pairs))
	if err == nil {
		rest, err = d.readEnglish(rest, int(english))
	}
	if err == nil {
		err = d.readWords(rest, int(words))
	}
	return d, err
}

func u32(s string) uint32 {
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// readPairs reads the pairs of characters and returns the rest.
func (d *Dictionary) readPairs(data string, count int) (rest string, err error) {
	const size = 8
	if len(data) < count*size {
		return "", errors.New("the pairs of characters are cut off")
	}
	d.simple = make(map[rune]rune, count)
	for i := range count {
		from, to := rune(u32(data[i*size:])), rune(u32(data[i*size+4:]))
		if !isChinese(from) || !isChinese(to) {
			return "", fmt.Errorf("pair %d of %d is not of Chinese characters", i+1, count)
		}
		d.simple[from] = to
	}
	return data[count*size:], nil
}

// readEnglish reads the English words and returns the rest.
func (d *Dictionary) readEnglish(data string, count int) (rest string, err error) {
	d.english = make([]string, 0, min(count, len(data)))
	for i := range count {
		word, after, ok := text(data)
		if !ok {
			return "", fmt.Errorf("the English word %d of %d is cut off", i+1, count)
		}
		if word == "" || !utf8.ValidString(word) {
			return "", fmt.Errorf("the English word %d of %d is %q", i+1, count, word)
		}
		d.english = append(d.english, word)
		data = after
	}
	return data, nil
}

// text reads a text after its length in one byte.
func text(data string) (s, rest string, ok bool) {
	if len(data) == 0 || len(data) < 1+int(data[0]) {
		return "", "", false
	}
	end := 1 + int(data[0])
	return data[1:end], data[end:], true
}

// readWords checks the records of all words and notes their offsets.
func (d *Dictionary) readWords(data string, count int) error {
	d.data, d.first = data, map[rune][2]int{}
	d.at = make([]uint32, 0, min(count, len(data)))
	before := ""
	for i := range count {
		key, size, err := d.check(data)
		if err == nil && key <= before {
			err = fmt.Errorf("%q does not come behind %q", key, before)
		}
		if err != nil {
			return fmt.Errorf("word %d of %d: %w", i+1, count, err)
		}
		d.at = append(d.at, uint32(len(d.data)-len(data)))
		data, before = data[size:], key
	}
	d.group()
	if data != "" {
		return fmt.Errorf("%d bytes behind the last word", len(data))
	}
	return nil
}

// group notes the range of words that begin with each character: they are adjacent.
func (d *Dictionary) group() {
	from, of := 0, rune(0)
	for i := range d.at {
		if r, _ := utf8.DecodeRuneInString(d.key(i)); r != of {
			d.first[of] = [2]int{from, i}
			from, of = i, r
		}
	}
	d.first[of] = [2]int{from, len(d.at)}
}

// optionSize is the size of an option: an English word's number in 16 bits, and its weight.
const optionSize = 3

// check reads the record at the head of data: its key, and its size in bytes.
func (d *Dictionary) check(data string) (key string, size int, err error) {
	key, rest, ok := text(data)
	if !ok || len(rest) == 0 || len(rest) < 1+int(rest[0])*optionSize {
		return "", 0, errors.New("it is cut off")
	}
	if n := utf8.RuneCountInString(key); n < 1 || n > MaxLength {
		return "", 0, fmt.Errorf("%q has %d characters, want 1 to %d", key, n, MaxLength)
	}
	for _, r := range key {
		if !isChinese(r) {
			return "", 0, fmt.Errorf("%q is no Chinese word", key)
		}
	}
	size = len(key) + 2 + int(rest[0])*optionSize
	for o := rest[1 : size-len(key)-1]; o != ""; o = o[optionSize:] {
		if id := int(o[0]) | int(o[1])<<8; id >= len(d.english) || o[2] < 1 || o[2] > heaviest {
			return "", 0, fmt.Errorf("%q has English word %d of %d at weight %d", key, id, len(d.english), o[2])
		}
	}
	return key, size, nil
}

// key returns a word's key in the dictionary.
func (d *Dictionary) key(i int) string {
	s, _, _ := text(d.data[d.at[i]:])
	return s
}
