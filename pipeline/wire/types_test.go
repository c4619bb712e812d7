package wire_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// The TypeScript types of the providers' own packages accept the bodies, and reject them with an extra key at the top
// or in a message: a missing error below @ts-expect-error is itself an error of tsc.
func TestTypes_X2(t *testing.T) {
	modules := os.Getenv("BEAVER_EVAL_NODE_MODULES")
	if modules == "" {
		t.Skip("BEAVER_EVAL_NODE_MODULES does not name a folder with the packages of testdata/types/package.json")
	}
	dir := t.TempDir()
	if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"package.json", "tsconfig.json", "forms.ts"} {
		data, err := os.ReadFile(filepath.Join("testdata", "types", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), data)
	}
	for _, form := range wire.Forms() {
		write(t, filepath.Join(dir, form+"_bodies.ts"), program(t, form))
	}
	out, err := exec.Command(filepath.Join(modules, ".bin", "tsc"), "--project", dir, "--pretty",
		"false").CombinedOutput()
	if err != nil {
		t.Errorf("tsc: %v\n%s", err, out)
	}
}

// program is a TypeScript module that checks every conversation's body, and spoiled copies of it, against the form's
// type.
func program(t *testing.T, form string) []byte {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("import type { " + form + " } from \"./forms.js\";\n")
	for _, req := range typed() {
		body, err := wire.Body(form, req)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString("void (" + string(body) + " satisfies " + form + ");\n")
		line := oneLine(t, body)
		for _, at := range []string{`{`, `"messages":[{`, `"input":[{`} {
			if spoiled := strings.Replace(line, at, at+`"surplus":1,`, 1); spoiled != line {
				b.WriteString("// @ts-expect-error\nvoid (" + spoiled + " satisfies " + form + ");\n")
			}
		}
	}
	return b.Bytes()
}

// oneLine returns a body on the one line that @ts-expect-error covers: U+2028 ends a line of TypeScript.
func oneLine(t *testing.T, body []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, body); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(b.String(), "\u2028", `\u2028`)
}

// typed are requests that use every key of every form.
func typed() []pipeline.Request {
	schema := json.RawMessage(
		`{"type":"object","properties":{"action":{"enum":["a","b"]}},"required":["action"],"additionalProperties":false}`)
	user := []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Message", "hi")}
	noSystem := conversation()
	noSystem.Messages = noSystem.Messages[1:]
	return []pipeline.Request{
		conversation(), noSystem,
		{Stage: "router", Model: "m", Messages: user, Format: schema},
		{Stage: "draft", Model: "m", Messages: user, Format: json.RawMessage(`"json"`)},
	}
}

func write(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}
