package badserver

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// script is what the server does once it has read a request.
type script struct {
	status int      // of HTTP; 0: it says nothing
	parts  [][]byte // of the body, each sent on its own
	end    end
}

// end is how an answer ends.
type end int

const (
	properly end = iota
	standStill
	hangUp // without an end
	reset  // as a connection that is lost
)

// The words of a real server (0.17.4), but for 429, which it has none for.
const (
	noModel   = "model '%s' not found"
	tooLong   = "the input length exceeds the context length"
	tooMany   = "rate limit exceeded"
	failed    = "an error was encountered while running the model: unexpected EOF"
	queueFull = "server busy, please try again.  maximum pending requests exceeded"
)

// garbage is a line that is no JSON, nor UTF-8.
const garbage = "\x00\xff\xfe{\"message\": <garbage>\x80\n"

// The line that is too long for the client, which takes 8 MB, is one piece of letters sent many times.
const (
	piece  = 64 << 10
	pieces = 8 << 20 / piece
)

// scriptOf is how an exchange goes wrong. Refused has none: no server is there to follow it.
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

// refusal is an error as servers word it.
func refusal(status int, words string) script {
	body := append(appendText([]byte(`{"error":`), words), '}')
	return script{status: status, parts: [][]byte{body}}
}

// streamed is an answer that begins well.
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
