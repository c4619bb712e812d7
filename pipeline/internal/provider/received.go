package provider

import (
	"bytes"
	"encoding/json"
	"iter"
)

// Done is the data of the final event of a stream of chunks.
const Done = "[DONE]"

// ReceivedEvents yields the events of a body in order: their names, which may be empty, and their data. A truncated
// last event is skipped.
func ReceivedEvents(body []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		var name string
		var data []byte
		for line := range bytes.SplitSeq(body, []byte("\n")) {
			line = bytes.TrimSuffix(line, []byte("\r"))
			if len(line) == 0 {
				if data != nil && !yield(name, data) {
					return
				}
				name, data = "", nil
				continue
			}
			key, value, _ := bytes.Cut(line, []byte(":"))
			value = bytes.TrimPrefix(value, []byte(" "))
			switch string(key) {
			case "event":
				name = string(value)
			case "data":
				data = dataLine(data, value)
			}
		}
		if string(data) == Done || json.Valid(data) { // complete, though no blank line follows
			yield(name, data)
		}
	}
}

// dataLine appends a line to the data of an event.
func dataLine(data, line []byte) []byte {
	if data == nil {
		return append([]byte{}, line...)
	}
	return append(append(data, '\n'), line...)
}
