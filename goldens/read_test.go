package goldens

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestReadRefuses(t *testing.T) {
	const deep = maxDepth + 100
	tests := []struct{ name, old, new, want string }{
		{"newer version", "golden: 2", "golden: 3",
			`x.yaml:1: golden version "3", and this beaver-eval reads versions 1 to 2: update beaver-eval`},
		{"version as text", "golden: 2", `golden: "2"`, "x.yaml:1: golden version"},
		{"no version", "golden: 2\n", "", "x.yaml:1: not a golden: a golden begins with"},
		{"empty", exampleText, "", "x.yaml:1: no documents in stream"},
		{"another document", exampleText, "golden: 2\n---\ngolden: 2\n", "x.yaml:1: expected single document"},
		{"no mapping", exampleText, "[1]", "x.yaml:1: not a golden"},
		{"unknown key", "suite: beaver", "suite: beaver\nsuit: x", `x.yaml:4: unknown key "suit"`},
		{"key twice", "suite: beaver", "suite: beaver\nsuite: x", `x.yaml:4: key "suite" appears twice`},
		{"missing key", "suite: beaver\n", "", `x.yaml:1: no key "suite"`},
		{"missing pending key", "golden: 2", "golden: 2\npending: {run: a, build: b}",
			`x.yaml:2: no key "shown"`},
		{"number for text", "suite: beaver", "suite: 12", `x.yaml:3: want text in quotes, not "12"`},
		{"null for text", "suite: beaver", "suite:", "x.yaml:3: want text"},
		{"list for text", "suite: beaver", "suite: []", "x.yaml:3: want text"},
		{"tag", "suite: beaver", "suite: !!binary aGk=", "x.yaml:3: want text without anchor and tag"},
		{"anchor", "suite: beaver", "suite: &a beaver", "x.yaml:3: want text without anchor and tag"},
		{"alias", "suite: beaver", "suite: &a beaver\npending: *a", "x.yaml:3: want text without anchor and tag"},
		{"merge key", "suite: beaver", "suite: beaver\n<<: {a: b}", "x.yaml:4: want text"},
		{"text for list", "tools: [lookup_order]\n", "tools: lookup_order\n", "x.yaml:22: want a list"},
		{"unknown role key", "tool_call_id: call_1", "call: call_1", `x.yaml:34: unknown key "call"`},
		{"dangling call", "call: turn-1/main-1", "call: turn-1/main-9",
			`x.yaml:25: extends "turn-1/main-9", which is not an earlier call`},
		{"itself", "call: turn-1/main-1", "call: turn-1/main-2#2", "x.yaml:25: extends"},
		{"call of another stage", "call: turn-1/main-1", "call: turn-1/router",
			`a call of stage "router" and not "main"`},
		{"keeps too much", "keep: 2", "keep: 3", "x.yaml:25: keeps 3 messages of turn-1/main-1, which has 2"},
		{"keeps nothing", "keep: 2", "keep: 0", "x.yaml:25: keeps 0"},
		{"keep as text", "keep: 2", `keep: "2"`, "x.yaml:25: want a number"},
		{"dangling tool", "[lookup_order]", "[lookup_orders]", `x.yaml:22: no tool "lookup_orders"`},
		{"path twice", "path: turn-1/main-2#2", "path: turn-1/router",
			"x.yaml:23: two calls with the path turn-1/router"},
		{"json without quotes", `format: "json"`, "format: json", "x.yaml:10: want JSON, not"},
		{"json key without quotes", `"type": "object"`, `type: "object"`, "x.yaml:48: want a JSON key in quotes"},
		{"json key that is a list", `"type": "object"`, `[1]: "object"`, "x.yaml:48: want a JSON key in quotes"},
		{"json with a tag", `"type": "object"`, `"type": !!str "object"`, "x.yaml:48: want JSON without"},
		{"json with a hex number", `"type": "object"`, `"type": 0x1f`, "x.yaml:48: want JSON, not"},
		{"syntax", "suite: beaver", "suite: a: b", "x.yaml:3: mapping values are not allowed"},
		{"not UTF-8", "suite: beaver", "suite: \xff", "x.yaml:3: not UTF-8"},
		{"control", "suite: beaver", "suite: \x01", "x.yaml:3: control characters"},
		{"deep", `"type": "object"`, `"type": ` + strings.Repeat("[", deep) + strings.Repeat("]", deep),
			"x.yaml:48: exceeded max depth"},
	}
	for _, tt := range tests {
		if !strings.Contains(exampleText, tt.old) {
			t.Fatalf("%s: the example has no %q", tt.name, tt.old)
		}
		_, err := Read("x.yaml", []byte(strings.Replace(exampleText, tt.old, tt.new, 1)))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got  %v\nwant %s", tt.name, err, tt.want)
		}
	}
	if _, err := Read("x.yaml", make([]byte, maxBytes+1)); err == nil ||
		!strings.Contains(err.Error(), "x.yaml: 67108865 bytes") {
		t.Errorf("too long: got %v", err)
	}
}

// A file in which each call repeats all messages of the one before grows quadratically when read.
func TestReadLimitsExtends(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("golden: 1\ncase: a\nsuite: b\ncalls:\n- {path: p, stage: s, messages: [" +
		strings.Repeat("{role: a},", 2000) + "]}\n")
	for i := range 600 {
		b.WriteString("- {path: p" + strings.Repeat("x", i+1) + ", stage: s, extends: {call: p, keep: 2000}, " +
			"messages: []}\n")
	}
	if _, err := Read("x", b.Bytes()); err == nil || !strings.Contains(err.Error(), "more than 1048576 messages") {
		t.Errorf("got %v", err)
	}
}

// Any bytes are read as a golden or rejected with a position; a golden read is written in one way.
func FuzzRead(f *testing.F) {
	f.Add([]byte(exampleText))
	f.Add([]byte(strings.Replace(exampleText, "keep: 2", "keep: -1", 1)))
	f.Add([]byte(strings.ReplaceAll(referringText, "LINE", rule)))
	f.Add([]byte("golden: 1\nsuite: a\ncase: b\ncalls: []\ntools: {a: {parameters: {? [a] : b, ? \"x\"}}}\n"))
	f.Add([]byte("golden: 1\npending: {run: a, build: b, shown: c, prompts: d}\nsuite: &a [*a]\n"))
	f.Add([]byte("\ufeffgolden: 1\r\nsuite: |+2\r\n   x\r\n"))
	for _, name := range []string{"entry-main", "no-tools-left"} {
		data, err := os.ReadFile(filepath.Join("beaver", name+".yaml"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Read("x", data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "x:") {
				t.Fatalf("no position: %v", err)
			}
			return
		}
		b, err := file.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Read("x", b)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(file, again, cmpopts.EquateEmpty()); d != "" {
			t.Fatal(d)
		}
		if text, err := again.Append(nil); err != nil || !bytes.Equal(b, text) {
			t.Fatalf("%v, written again it differs:\n%s", err, cmp.Diff(string(b), string(text)))
		}
	})
}
