package record

import (
	"bytes"
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Indent is json.dumps(v, indent=2, ensure_ascii=False) of a JSON value; invalid JSON stays unchanged.
func Indent(raw json.RawMessage) string {
	canonical, err := jsonvalue.Canonical(raw)
	if err != nil {
		return string(raw)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, canonical, "", "  "); err != nil {
		return string(raw)
	}
	return b.String()
}
