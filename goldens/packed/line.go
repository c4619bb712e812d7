package packed

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/beaver-eval/beaver-eval/goldens"
)

// The files in the folder of a suite's goldens.
const (
	FileName    = "packed.jsonl"
	WaitingName = "packed.pending.jsonl"
)

// digestLength is that of goldens.Digest, in hexadecimal digits.
const digestLength = 32

// version is that of both kinds of files, in their first line.
const version = 1

// kind is a kind of file.
type kind struct {
	name string // of the file, in the folder of the suite
	key  string // of the version, in the first line
	what string // it holds, in errors
	// scan returns the case of a line, and what has to differ among the lines of a case
	scan func(line []byte) (id, within []byte, err error)
}

var (
	accepted = kind{FileName, "packed", "packed goldens", scanCall}
	waiting  = kind{WaitingName, "waiting", "changes of packed goldens", scanWait}
)

// callLine is a line of accepted goldens. Text is that of goldens.CallText.
type callLine struct {
	Case   string `json:"case"`
	Path   string `json:"path"`
	Stage  string `json:"stage"`
	Digest string `json:"digest"` // goldens.CallDigest
	Text   string `json:"text,omitempty"`
}

// waitLine is a line of changes under review.
type waitLine struct {
	Case  string `json:"case"`
	Calls int    `json:"calls"` // that differ from the golden
	goldens.Pending
}

// scanCall reads what orders a line. A line without escapes, and without a text, is read in place.
func scanCall(line []byte) (id, path []byte, err error) {
	id, rest, ok1 := cutPlain(line, `{"case":"`)
	path, rest, ok2 := cutPlain(rest, `,"path":"`)
	_, rest, ok3 := cutPlain(rest, `,"stage":"`)
	digest, rest, ok4 := cutPlain(rest, `,"digest":"`)
	if ok1 && ok2 && ok3 && ok4 && string(rest) == "}\n" && isDigest(digest) {
		return id, path, nil
	}
	var l callLine
	if err := readLine(line, &l); err != nil {
		return nil, nil, err
	}
	if !isDigest([]byte(l.Digest)) {
		return nil, nil, fmt.Errorf("digest: want 32 hexadecimal digits, got %.40q", l.Digest)
	}
	if l.Text != "" && goldens.Digest([]byte(l.Text)) != l.Digest {
		return nil, nil, fmt.Errorf("the text of %s is not the one of its digest: edited by hand?", l.Path)
	}
	return []byte(l.Case), []byte(l.Path), nil
}

// scanWait reads the case of a line: there is only one of each.
func scanWait(line []byte) (id, within []byte, err error) {
	var l waitLine
	err = readLine(line, &l)
	return []byte(l.Case), nil, err
}

// cutPlain cuts a string without escapes, and what comes before it.
func cutPlain(line []byte, before string) (value, rest []byte, ok bool) {
	if !bytes.HasPrefix(line, []byte(before)) {
		return nil, nil, false
	}
	line = line[len(before):]
	for i, c := range line {
		switch {
		case c == '"':
			return line[:i], line[i+1:], true
		case c < ' ' || c >= 0x7F || c == '\\':
			return nil, nil, false
		}
	}
	return nil, nil, false
}

func isDigest(text []byte) bool {
	for _, c := range text {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(text) == digestLength
}

// readLine reads a line in the form of appendLine.
func readLine(line []byte, l any) error {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(l); err != nil {
		return err
	}
	if written, err := appendLine(nil, l); err != nil || !bytes.Equal(written, line) {
		return fmt.Errorf("not as this program writes it: edited by hand?")
	}
	return nil
}

// appendLine appends a value as a line.
func appendLine(b []byte, l any) ([]byte, error) {
	out := bytes.NewBuffer(b)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(l)
	return out.Bytes(), err
}

// beginning returns how each line of a case begins.
func beginning(id string) ([]byte, error) {
	b, err := appendLine([]byte(`{"case":`), id)
	return append(bytes.TrimSuffix(b, []byte("\n")), ','), err
}

// head returns the first line of a file.
func (k *kind) head(suite string) ([]byte, error) {
	b, err := appendLine(fmt.Appendf(nil, `{"%s":%d,"suite":`, k.key, version), suite)
	return append(bytes.TrimSuffix(b, []byte("\n")), "}\n"...), err
}
