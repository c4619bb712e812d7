package badserver

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// createdAt is the time of every answer.
const createdAt = "2026-01-02T03:04:05Z"

// stream is an answer as the lines that a good server sends, up to its middle and from there on: the thinking and the
// first half of the text; the second half, the tool calls, and the end.
type stream struct {
	first, second []byte
}

func streamOf(model string, answer pipeline.Response) stream {
	var s stream
	text, rest := halves(answer.Content)
	if answer.Reasoning != "" {
		s.first = appendLine(s.first, model, "thinking", answer.Reasoning, "")
	}
	s.first = appendLine(s.first, model, "content", text, "")
	if rest != "" {
		s.second = appendLine(s.second, model, "content", rest, "")
	}
	if len(answer.ToolCalls) > 0 {
		s.second = appendLine(s.second, model, "content", "", toolCalls(answer.ToolCalls))
	}
	s.second = appendEnd(s.second, model, answer)
	return s
}

// halved returns an answer that was cut at half of its text. Tool calls come after the text.
func halved(answer pipeline.Response) pipeline.Response {
	answer.Content, _ = halves(answer.Content)
	answer.ToolCalls = nil
	answer.Finish = "length"
	return answer
}

// halves cuts a text in the middle, between two characters. What is not UTF-8 is repaired first.
func halves(text string) (first, second string) {
	text, _ = pipeline.Repair(text)
	at := len(text) / 2
	for at > 0 && !utf8.RuneStart(text[at]) {
		at--
	}
	return text[:at], text[at:]
}

// appendLine appends a line with a text of the message under a key, followed by calls.
func appendLine(b []byte, model, key, text, calls string) []byte {
	b = append(appendModel(b, model), `"message":{"role":"assistant",`...)
	if key != "content" {
		b = append(b, `"content":"",`...)
	}
	b = append(b, '"')
	b = append(append(b, key...), `":`...)
	b = append(appendText(b, text), calls...)
	return append(b, "},\"done\":false}\n"...)
}

// appendModel appends the beginning of every line.
func appendModel(b []byte, model string) []byte {
	b = append(b, `{"model":`...)
	b = appendText(b, model)
	return append(b, `,"created_at":"`+createdAt+`",`...)
}

// appendText appends any text as a JSON string.
func appendText(b []byte, text string) []byte {
	text, _ = pipeline.Repair(text)
	return jsonvalue.AppendString(b, text)
}

// toolCalls returns the tool_calls member of a message. Arguments keep their bytes but for line breaks.
func toolCalls(calls []pipeline.ToolCall) string {
	b := []byte(`,"tool_calls":[`)
	for i, c := range calls {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"function":{"name":`...)
		b = append(appendText(b, c.Name), `,"arguments":`...)
		b = append(append(b, object(c.Arguments)...), "}}"...)
	}
	return string(append(b, ']'))
}

// object returns a tool call's arguments as the protocol has them, an object in a line: anything else is wrapped.
func object(arguments string) []byte {
	raw, _ := pipeline.Repair(strings.Trim(arguments, " \t\r\n"))
	raw = strings.NewReplacer("\n", " ", "\r", " ").Replace(raw) // in JSON these occur only between tokens
	// They are nested five levels deep in their line, and the client rejects too many levels.
	if strings.HasPrefix(raw, "{") && json.Valid([]byte(raw)) && json.Valid([]byte("[[[[["+raw+"]]]]]")) {
		return []byte(raw)
	}
	return append(appendText([]byte(`{"_raw":`), arguments), '}')
}

// appendEnd appends the last line. For tool calls the server says stop.
func appendEnd(b []byte, model string, answer pipeline.Response) []byte {
	reason := answer.Finish
	if reason == "tool_calls" {
		reason = "stop"
	}
	b = append(appendModel(b, model), `"message":{"role":"assistant","content":""},"done":true`...)
	if reason != "" {
		b = appendText(append(b, `,"done_reason":`...), reason)
	}
	b = appendCount(b, "prompt_eval_count", int64(answer.Usage.Prompt))
	b = appendCount(b, "eval_count", int64(answer.Usage.Completion))
	b = appendCount(b, "eval_duration", answer.Duration.Nanoseconds())
	return append(b, "}\n"...)
}

// appendCount appends a key with a number, but no 0, as servers do.
func appendCount(b []byte, key string, n int64) []byte {
	if n == 0 {
		return b
	}
	b = append(append(append(b, `,"`...), key...), `":`...)
	return strconv.AppendInt(b, n, 10)
}
