package program

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"
)

// replies is the output of a program that runs throughout its case. It picks the replies out of the lines; all others
// are a log, of which the end is kept.
type replies struct {
	mu      sync.Mutex
	line    []byte // so far
	log     tail
	asked   int  // the turn whose text was sent last; 0: none
	waiting bool // for its reply
	reply   *string
	bad     error         // a breach of the protocol: nothing is read after it
	changed chan struct{} // has one element if there is a reply or an error
}

func newReplies() *replies { return &replies{changed: make(chan struct{}, 1)} }

// expect notes that the text of a turn is about to be sent. Its error is any breach since the last reply.
func (r *replies) expect(turn int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.bad != nil {
		return r.bad
	}
	r.asked, r.waiting = turn, true
	return nil
}

// take returns the reply that has come, nil for none, and each only once.
func (r *replies) take() (*string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	reply := r.reply
	r.reply = nil
	return reply, r.bad
}

func (r *replies) end() string { return r.log.end() }

func (r *replies) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := len(p)
	for len(p) > 0 {
		part, rest, complete := bytes.Cut(p, []byte("\n"))
		if len(r.line)+len(part) > outputLimit {
			r.fail(&FloodError{"a line of stdout", outputLimit})
			return 0, errFlooded
		}
		r.line = append(r.line, part...)
		if complete {
			r.read(r.line)
			r.line = r.line[:0]
		}
		p = rest
	}
	return n, nil
}

// finish reads what follows the last line ending. Nothing more comes.
func (r *replies) finish() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.line) > 0 {
		r.read(r.line)
		r.line = nil
	}
}

// read takes one line.
func (r *replies) read(line []byte) {
	reply, turn, ok := parseReply(line)
	switch {
	case r.bad != nil:
	case !ok:
		_, _ = r.log.Write(append(ending(line), '\n'))
	case r.asked == 0:
		r.fail(&ProtocolError{"a reply came before the first turn's text was sent", shown(string(line))})
	case !r.waiting:
		r.fail(&ProtocolError{fmt.Sprintf("the program replied twice to turn %d", r.asked), shown(string(line))})
	case turn != 0 && turn != r.asked:
		r.fail(&ProtocolError{fmt.Sprintf("a reply to turn %d came in turn %d", turn, r.asked), shown(string(line))})
	default:
		r.reply, r.waiting = &reply, false
		r.tell()
	}
}

func (r *replies) fail(err error) {
	r.bad = err
	r.tell()
}

func (r *replies) tell() {
	select {
	case r.changed <- struct{}{}:
	default:
	}
}

// parseReply reads a line of the output: an object with a text called reply, and optionally the number of its turn,
// else 0. ok is false for a line of a log.
func parseReply(line []byte) (reply string, turn int, ok bool) {
	var object map[string]json.RawMessage
	var text *string // null is no text
	if !bytes.HasPrefix(bytes.TrimSpace(line), []byte("{")) || json.Unmarshal(line, &object) != nil ||
		json.Unmarshal(object["reply"], &text) != nil || text == nil {
		return "", 0, false
	}
	if json.Unmarshal(object["turn"], &turn) != nil {
		turn = 0
	}
	return *text, turn, true
}
