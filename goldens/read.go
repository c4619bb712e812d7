package goldens

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
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

func (r *reader) file(n *yaml.Node) (*File, error) {
	err := r.readVersion(n)
	if err != nil {
		return nil, err
	}
	f := &File{Version: r.version}
	var calls, tools *yaml.Node
	err = r.fields(n, []string{"suite", "case", "calls"}, func(key string, v *yaml.Node) (err error) {
		switch key {
		case "golden":
		case "suite":
			f.Suite, err = r.text(v)
		case "case":
			f.Case, err = r.text(v)
		case "from":
			if f.From, err = r.text(v); err == nil && f.From != FromRequests {
				err = r.fail(v, "from: want %s", FromRequests)
			}
		case "pending":
			if f.Pending, err = r.pending(v); err == nil && isAccepted(r.name) {
				err = r.fail(v, "changes under review in place of the golden: restore the golden, run, and accept "+
					"what "+
					"the run shows")
			}
		case "calls":
			calls = v
		case "tools":
			tools = v
		default:
			err = errUnknownKey
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	table, err := r.table(tools)
	if err != nil {
		return nil, err
	}
	err = r.readCalls(calls, table)
	f.Calls = r.calls
	return f, err
}

// VersionError says that another version of the program wrote a golden.
type VersionError struct{ Version string }

func (e *VersionError) Error() string {
	return fmt.Sprintf("golden version %.40q, and this beaver-eval reads versions 1 to %d: update beaver-eval, or "+
		"remove the file and accept the case anew", e.Version, newest)
}

// VersionOf returns the version of a file with this text, from its first line; 0 if that is none that Read knows.
func VersionOf(data []byte) int {
	line, _, _ := bytes.Cut(data, []byte("\n"))
	words := bytes.Fields(line)
	if len(words) < 2 || string(words[0]) != "golden:" {
		return 0
	}
	return knownVersion(string(words[1]))
}

// knownVersion returns the version that s says; 0 if it is none that Read knows.
func knownVersion(s string) int {
	for v := 1; v <= newest; v++ {
		if s == strconv.Itoa(v) {
			return v
		}
	}
	return 0
}

// readVersion comes first, since a file of another version may differ in everything else.
func (r *reader) readVersion(n *yaml.Node) error {
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value != "golden" {
			continue
		}
		v := n.Content[i+1]
		if r.version = knownVersion(v.Value); r.version == 0 || v.Kind != yaml.ScalarNode || !bare(v) {
			return r.fail(v, "%w", &VersionError{v.Value})
		}
		return nil
	}
	return r.fail(n, `not a golden: a golden begins with "golden: %d"; remove the file and accept the case anew`, newest)
}

func (r *reader) pending(n *yaml.Node) (*Pending, error) {
	p := &Pending{}
	texts := map[string]*string{"run": &p.Name, "build": &p.Build, "shown": &p.Shown, "prompts": &p.Prompts,
		"requests": &p.Requests, "seal": &p.Seal}
	lists := map[string]*[]string{"command": &p.Command, "stages": &p.Stages, "rejected": &p.Rejected}
	err := r.fields(n, []string{"run", "build", "shown"}, func(key string, v *yaml.Node) (err error) {
		if text, ok := texts[key]; ok {
			*text, err = r.text(v)
			return err
		}
		all, ok := lists[key]
		if !ok {
			return errUnknownKey
		}
		return r.list(v, func(item *yaml.Node) error {
			text, err := r.text(item)
			*all = append(*all, text)
			return err
		})
	})
	return p, err
}

// table reads the tools of a file by their keys in calls.
func (r *reader) table(n *yaml.Node) (map[string]pipeline.Tool, error) {
	if n == nil {
		return nil, nil
	}
	tools := make(map[string]pipeline.Tool, len(n.Content)/2)
	err := r.fields(n, nil, func(key string, v *yaml.Node) error {
		t := pipeline.Tool{Name: key}
		err := r.fields(v, nil, func(key string, v *yaml.Node) (err error) {
			switch key {
			case "name":
				t.Name, err = r.text(v)
			case "description":
				t.Description, err = r.text(v)
			case "parameters":
				t.Parameters, err = r.json(v)
			default:
				err = errUnknownKey
			}
			return err
		})
		tools[key] = t
		return err
	})
	return tools, err
}
