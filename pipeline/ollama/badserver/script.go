package badserver

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// script is the server's reaction to a request.
type script struct {
	status int      // of HTTP; 0: no answer
	parts  [][]byte // of the body, each sent separately
	end    end
}

// end is how an answer ends.
type end int

const (
	properly end = iota
	standStill
	hangUp // without an end
	reset  // as if the connection were lost
)

// Texts of a real server (0.17.4), except for 429, which it never sends.
const (
	noModel   = "model '%s' not found"
	tooLong   = "the input length exceeds the context length"
	tooMany   = "rate limit exceeded"
	failed    = "an error was encountered while running the model: unexpected EOF"
	queueFull = "server busy, please try again.  maximum pending requests exceeded"
)

// garbage is a line that is neither JSON nor UTF-8.
const garbage = "\x00\xff\xfe{\"message\": <garbage>\x80\n"

// The line that is too long for the client, which accepts 8 MB, is one piece of letters sent many times.
const (
	piece  = 64 << 10
	pieces = 8 << 20 / piece
)

// scriptOf returns how an exchange goes wrong. Refused has no script: no server is there to follow it.
func scriptOf(way Way, model string, answer pipeline.Response) script {
	if way == Length {
		answer = halved(answer)
	}
	switch way {
	case Timeout:
		return script{end: standStill}
	case Reset:
		return script{end: reset}
	case ModelNotFound:
		return refusal(http.StatusNotFound, fmt.Sprintf(noModel, model))
	case ContextOverflow:
		return refusal(http.StatusBadRequest, tooLong)
	case TooManyRequests:
		return refusal(http.StatusTooManyRequests, tooMany)
	case Status500:
		return refusal(http.StatusInternalServerError, failed)
	case Status500Empty:
		return script{status: http.StatusInternalServerError}
	case QueueFull:
		return refusal(http.StatusServiceUnavailable, queueFull)
	}
	return streamed(way, streamOf(model, answer))
}

// refusal returns an error as servers word it.
func refusal(status int, words string) script {
	body := append(appendText([]byte(`{"error":`), words), '}')
	return script{status: status, parts: [][]byte{body}}
}

// streamed returns an answer that begins well.
func streamed(way Way, s stream) script {
	all := script{status: http.StatusOK, parts: [][]byte{s.first}}
	switch way {
	case StallMidStream:
		all.end = standStill
	case CutStream:
		all.parts, all.end = append(all.parts, s.second[:bytes.IndexByte(s.second, '\n')/2]), hangUp
	case ErrorLine:
		all.parts = append(all.parts, append(refusal(0, failed).parts[0], '\n'))
	case NotDone:
	case Garbage:
		all.parts = append(all.parts, []byte(garbage), s.second)
	case LongLine:
		long := bytes.Repeat([]byte("a"), piece)
		all.parts = append(all.parts, []byte(`{"message":{"content":"`))
		all.parts = append(all.parts, slices.Repeat([][]byte{long}, pieces)...)
	default:
		all.parts = append(all.parts, s.second)
	}
	return all
}
