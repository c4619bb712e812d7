package ollamatest

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// encode returns one line of JSON. Raw JSON in it stays as it is, but for blanks.
func encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(fmt.Sprintf("ollamatest: what the test answers is no JSON: %v", err))
	}
	return b.Bytes()
}
