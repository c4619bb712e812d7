package prompt

import (
	"bytes"
	"strings"
	"text/template"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// funcs are the functions of templates besides those of text/template:
//
//	{{json .Value}}        the value as JSON in one line, with non-ASCII as it is
//	{{join .Strings ", "}} strings.Join
var funcs = template.FuncMap{
	"json": toJSON,
	"join": strings.Join,
}

func toJSON(v any) (string, error) {
	raw, err := pipeline.MarshalJSON(v)
	if err != nil {
		return "", err
	}
	// encoding/json escapes U+2028, U+2029 and what was not UTF-8, whatever it is told.
	if bytes.Contains(raw, []byte(`\u`)) {
		raw, err = pipeline.CanonicalJSON(raw)
	}
	return string(raw), err
}
