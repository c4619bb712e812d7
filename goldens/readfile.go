package goldens

import (
	"bytes"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/conflict"
)

// Read reads a file that Append wrote. Errors begin with name, as in name:12: unknown key "x". Calls with common
// messages share memory. An unmerged file is a conflict.Err.
func Read(name string, data []byte) (*File, error) {
	f, err := read(name, data)
	return f, conflict.Error(name, 1, data, err)
}

func read(name string, data []byte) (*File, error) {
	if len(data) > maxBytes {
		return nil, pipeline.FileErrorf(name, 0, "%d bytes, more than %d", len(data), maxBytes)
	}
	if !utf8.Valid(data) {
		return nil, pipeline.FileErrorf(name,
			lineOf(data, func(r rune, n int) bool { return r == utf8.RuneError && n == 1 }), "not UTF-8")
	}
	// Append writes an escape; the parser may lose its position at this character
	if i := bytes.LastIndex(data, []byte("\uFEFF")); i > 0 {
		return nil, pipeline.FileErrorf(name, 1+bytes.Count(data[:i], []byte("\n")),
			"a byte order mark inside the file")
	}
	if f := readWritten(name, data); f != nil {
		return f, nil
	}
	return readYAML(name, data)
}

// readYAML reads a file in any form that YAML has.
func readYAML(name string, data []byte) (*File, error) {
	var doc yaml.Node
	// A JSON value of full depth is four mappings deep.
	limits := loaderlimits.New(loaderlimits.DepthValue(maxDepth + 8))
	if err := yaml.Load(data, &doc, yaml.WithPlugin(limits)); err != nil {
		return nil, syntaxError(name, data, err)
	}
	return (&reader{name: name, index: map[string]int{}}).file(doc.Content[0])
}

// syntaxError puts the position first, and finds it if the parser gives none: for a control character.
func syntaxError(name string, data []byte, err error) error {
	e, ok := errors.AsType[*yaml.LoadError](err)
	if !ok {
		return pipeline.FileErrorf(name, 0, "%w", err)
	}
	line := e.Mark.Line
	if line == 0 {
		line = lineOf(data, func(r rune, _ int) bool {
			return r != '\n' && r != '\t' && r != '\r' &&
				unicode.IsControl(r)
		})
	}
	return pipeline.FileErrorf(name, line, "%s", strings.TrimPrefix(e.Message, "yaml: "))
}

// lineOf returns the line of the first bad character; 1 when there is none. n is the character's length in bytes.
func lineOf(data []byte, bad func(r rune, n int) bool) int {
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if bad(r, n) {
			return 1 + bytes.Count(data[:i], []byte("\n"))
		}
		i += n
	}
	return 1
}
