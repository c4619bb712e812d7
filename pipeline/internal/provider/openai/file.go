package openai

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// file returns the line for an image, a file or a sound, as [image image/png 8 bytes sha256:0123456789abcdef] or
// [image https://…]. The line's contents are taken out of the part; data that cannot be decoded stays there.
func (p *reader) file(kind string, o *jsonvalue.Object) string {
	o.Take("type")
	if line, ok := source(o); ok {
		return "[" + kind + " " + line + "]"
	}
	for _, key := range []string{"image_url", "file", "input_audio"} {
		inner, err := jsonvalue.SplitObject(o.Get(key))
		if err != nil {
			continue
		}
		if line, ok := source(inner); ok {
			o.Put(key, p.rest(inner))
			return "[" + kind + " " + line + "]"
		}
	}
	return "[" + kind + "]"
}

// source takes out where a file comes from: its data, else its URL, else its id.
func source(o *jsonvalue.Object) (line string, ok bool) {
	for _, key := range []string{"data", "file_data"} {
		if data, _ := jsonvalue.Text(o.Get(key)); data != "" {
			format, _ := jsonvalue.Text(o.Get("format"))
			if line, ok := provider.Data(data, format); ok {
				o.Take(key)
				o.TakeText("format")
				return line, true
			}
		}
	}
	for _, key := range []string{"image_url", "url", "file_url", "file_id"} {
		source, _ := jsonvalue.Text(o.Get(key))
		if strings.HasPrefix(source, "data:") {
			source, _ = provider.Data(source, "")
		}
		if source != "" {
			o.Take(key)
			return source, true
		}
	}
	return "", false
}
