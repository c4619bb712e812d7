package goldens

import (
	"bytes"
	"fmt"
	"strconv"

	"go.yaml.in/yaml/v4"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

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
