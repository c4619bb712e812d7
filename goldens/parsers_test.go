package goldens

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// independent parsers read every file of a folder and print, a line each in the order of names, the calls as JSON.
var independent = []struct {
	name         string
	probe, parse []string
}{
	{
		"PyYAML",
		[]string{"python3", "-c", "import yaml"},
		[]string{"python3", "-c", `
import glob, json, sys, yaml
loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
for name in sorted(glob.glob(sys.argv[1] + "/*.yaml")):
    with open(name, "rb") as f:
        print(json.dumps(yaml.load(f.read().decode(), Loader=loader)))
`},
	},
	{
		"npm yaml",
		[]string{"node", "-e", "require('yaml')"},
		[]string{"node", "-e", `
const fs = require('fs'), yaml = require('yaml'), dir = process.argv[1]
for (const name of fs.readdirSync(dir).sort())
  console.log(JSON.stringify(yaml.parse(fs.readFileSync(dir + '/' + name, 'utf8')), (key, v) => v === Infinity ? 0 : v))
`},
	},
}

// parsed is a file as read by any YAML parser.
type parsed struct {
	Case, Suite, From string
	Pending           *Pending
	Golden            int
	Calls             []struct {
		Path, Stage string
		Extends     struct {
			Call string
			Keep int
		}
		Messages []struct {
			Role       string
			ToolCallID string `json:"tool_call_id"`
			Name       string
			Sections   []struct{ Name, Text, As string }
			ToolCalls  []pipeline.ToolCall `json:"tool_calls"`
			Fields     any
		}
		Tools      []string
		Format     any
		Parameters any
	}
	Tools map[string]struct {
		Name        *string
		Description string
		Parameters  any
	}
}

func TestOtherParsersAgree(t *testing.T) {
	dir := t.TempDir()
	var files []*File
	for i := range 400 {
		f := file().Example(i)
		files = append(files, f)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%05d.yaml", i)), mustAppend(t, f), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range independent {
		t.Run(p.name, func(t *testing.T) {
			if err := exec.Command(p.probe[0], p.probe[1:]...).Run(); err != nil {
				t.Skipf("%s is not on this machine: %v", p.name, err)
			}
			out, err := exec.Command(p.parse[0], append(p.parse[1:], dir)...).Output()
			if err != nil {
				t.Fatal(err)
			}
			dec := json.NewDecoder(bytes.NewReader(out))
			for i, f := range files {
				var got parsed
				if err := dec.Decode(&got); err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(f, got.file(t, f), cmpopts.EquateEmpty()); d != "" {
					t.Fatalf("file %d: %s", i, d)
				}
			}
		})
	}
}

// file returns p as read by Read. JSON values are taken from want if they agree: parsers differ on what is a number.
func (p parsed) file(t *testing.T, want *File) *File {
	f := &File{Version: p.Golden, Case: p.Case, Suite: p.Suite, From: p.From, Pending: p.Pending}
	byPath := map[string]Call{}
	for i, c := range p.Calls {
		call := Call{Path: c.Path, Stage: c.Stage}
		call.Messages = append(call.Messages, byPath[c.Extends.Call].Messages[:c.Extends.Keep]...)
		for _, m := range c.Messages {
			var sections []pipeline.Section
			for _, s := range m.Sections {
				if s.As != "" {
					s.Text = referred(t, byPath, s.As)
				}
				sections = append(sections, pipeline.Section{Name: s.Name, Text: s.Text})
			}
			call.Messages = append(call.Messages, pipeline.Message{
				Role: m.Role, ToolCallID: m.ToolCallID, Name: m.Name, Sections: sections, ToolCalls: m.ToolCalls,
				Fields: agreed(t, want.Calls[i].Messages[len(call.Messages)].Fields, m.Fields),
			})
		}
		for j, key := range c.Tools {
			entry := p.Tools[key]
			tool := pipeline.Tool{Name: key, Description: entry.Description}
			if entry.Name != nil {
				tool.Name = *entry.Name
			}
			tool.Parameters = agreed(t, want.Calls[i].Tools[j].Parameters, entry.Parameters)
			call.Tools = append(call.Tools, tool)
		}
		call.Format = agreed(t, want.Calls[i].Format, c.Format)
		call.Parameters = agreed(t, want.Calls[i].Parameters, c.Parameters)
		byPath[c.Path] = call
		f.Calls = append(f.Calls, call)
	}
	return f
}

// referred returns the text of CALL/MESSAGE/SECTION.
func referred(t *testing.T, byPath map[string]Call, as string) string {
	parts := strings.Split(as, "/")
	n := len(parts)
	message, err := strconv.Atoi(parts[n-2])
	if err != nil {
		t.Fatalf("%q: %v", as, err)
	}
	for _, s := range byPath[strings.Join(parts[:n-2], "/")].Messages[message-1].Sections {
		if s.Name == parts[n-1] {
			return s.Text
		}
	}
	t.Fatalf("no section %q", as)
	return ""
}

func agreed(t *testing.T, want json.RawMessage, got any) json.RawMessage {
	var v any
	dec := json.NewDecoder(bytes.NewReader(want))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil && len(want) > 0 {
		t.Fatal(err)
	}
	if d := cmp.Diff(v, got, cmp.FilterValues(isNumber, cmp.Ignore())); d != "" {
		t.Fatal(d)
	}
	return want
}

func isNumber(a, b any) bool {
	_, ok := a.(json.Number)
	_, also := b.(json.Number)
	return ok || also
}
