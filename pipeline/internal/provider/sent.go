package provider

import (
	"bytes"
	"encoding/json"
	"net/http"
	"unicode/utf8"
)

// JSON returns an answer of one piece.
func JSON(status int, v any) (Sent, error) {
	body, err := Marshal(v)
	return Sent{Status: status, Header: http.Header{"Content-Type": {"application/json"}}, Pieces: [][]byte{body}}, err
}

// Marshal encodes JSON without a final newline; texts are not HTML-escaped.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// mostPieces is the maximum number of pieces of a streamed text.
const mostPieces = 8

// Split cuts a text into pieces of similar length; no rune is cut.
func Split(text string) []string {
	size := (len(text) + mostPieces - 1) / mostPieces
	var pieces []string
	for text != "" {
		end := min(size, len(text))
		for end < len(text) && !utf8.RuneStart(text[end]) {
			end++
		}
		pieces = append(pieces, text[:end])
		text = text[end:]
	}
	return pieces
}
