package python

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/pyrepr"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// JSON is json.dumps(value, ensure_ascii=False) of a dict, whose values keep their sources: blanks after commas and
// colons, keys in their order, non-ASCII as it is.
func JSON(dict *state.Dict) (pipeline.Pieces, error) {
	all, first := code.Of("{"), true
	for key, value := range dict.All() {
		begin := ", "
		if first {
			begin = ""
		}
		first = false
		text, err := Dumps(value.JSON)
		if err != nil {
			return nil, err
		}
		all = append(append(all, code.Of(begin+dumped(key)+": ")...), value.Source.Of(text)...)
	}
	return append(all, code.Of("}")...), nil
}

// Dumps is json.dumps(json.loads(raw), ensure_ascii=False). An empty raw is null.
func Dumps(raw json.RawMessage) (string, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return "null", nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var b strings.Builder
	err := value(dec, &b)
	return b.String(), err
}

// value writes the next value of the decoder.
func value(dec *json.Decoder, b *strings.Builder) error {
	token, err := dec.Token()
	if err != nil {
		return err
	}
	switch t := token.(type) {
	case json.Delim:
		return container(dec, b, t)
	case string:
		b.WriteString(dumped(t))
	case json.Number:
		b.WriteString(pyrepr.Number(t.String(), "Infinity"))
	case bool:
		b.WriteString(strconv.FormatBool(t))
	case nil:
		b.WriteString("null")
	}
	return nil
}

// container writes the rest of an opened object or list, and its brackets.
func container(dec *json.Decoder, b *strings.Builder, begin json.Delim) error {
	b.WriteByte(byte(begin))
	for n := 0; dec.More(); n++ {
		if n > 0 {
			b.WriteString(", ")
		}
		if begin == '{' {
			if err := value(dec, b); err != nil { // the key
				return err
			}
			b.WriteString(": ")
		}
		if err := value(dec, b); err != nil {
			return err
		}
	}
	end, err := dec.Token()
	if err != nil {
		return err
	}
	b.WriteByte(byte(end.(json.Delim)))
	return nil
}

// shortEscapes are the control characters with an escape of their own.
var shortEscapes = strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\b", `\b`, "\f", `\f`)

// dumped is a JSON string: only quotes, backslashes and control characters are escaped.
func dumped(s string) string {
	s = shortEscapes.Replace(valid(s))
	if strings.ContainsFunc(s, isControl) {
		var b strings.Builder
		for _, r := range s {
			if isControl(r) {
				fmt.Fprintf(&b, `\u%04x`, r)
				continue
			}
			b.WriteRune(r)
		}
		s = b.String()
	}
	return `"` + s + `"`
}

func isControl(r rune) bool { return r < 0x20 }
