package page_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// noticesProblems: the tests of the page rest on what the browser tells of it, so each kind of problem is seen once.
func noticesProblems(t *testing.T, b browser) {
	for name, c := range map[string]struct{ html, want string }{
		"request":   {`<img src="http://127.0.0.1:9/x.png">`, "a request: http://127.0.0.1:9/x.png"},
		"console":   {`<script>console.warn("odd")</script>`, "the console: warning"},
		"exception": {`<script>throw new Error("fell over")</script>`, "an exception: Uncaught: Error: fell over"},
		"policy": {`<meta http-equiv="Content-Security-Policy" content="script-src 'none'"><script>1</script>`,
			"the log: security"},
		"handler": {`<meta http-equiv="Content-Security-Policy" content="script-src 'none'"><i onclick="1">x</i>`,
			"the log: security"},
		"rejection": {`<script>Promise.reject(new Error("nobody waits"))</script>`, "nobody waits"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "bad.html")
			if err := os.WriteFile(file, []byte("<!doctype html>"+c.html), 0o600); err != nil {
				t.Fatal(err)
			}
			p := b.load(t, file)
			eval[bool](p, `new Promise(done => setTimeout(() => done(true), 50))`)
			if all := strings.Join(p.found(), "\n"); !strings.Contains(all, c.want) {
				t.Errorf("not noticed: %s; only\n%s", c.want, all)
			}
		})
	}
}
