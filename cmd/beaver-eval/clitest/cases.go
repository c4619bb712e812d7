package clitest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"
)

// cases FILE N: writes N cases of one turn, case-1 and on, into a new JSONL file.
func cases(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: cases file number")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	var text []byte
	for i := range n {
		text = fmt.Appendf(text, `{"id": "case-%d", "turns": [{"user": "question %[1]d", `+
			`"answers": {"router": {"action": "simple_chat"}, "main": "answer %[1]d"}}]}`+"\n", i+1)
	}
	ts.Check(os.MkdirAll(ts.MkAbs(filepath.Dir(args[0])), 0o700))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), text, 0o600))
}
