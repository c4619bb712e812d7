package model

import (
	"bufio"
	"encoding/json"
	"io"
)

// maxHeader is the number of bytes that are read at most to tell a recording from another file.
const maxHeader = 64 << 10

// IsRecording reports whether a file begins with the header of a recording, of any version.
func IsRecording(r io.Reader) bool {
	line, err := bufio.NewReader(io.LimitReader(r, maxHeader)).ReadBytes('\n')
	if err != nil && err != io.EOF {
		return false
	}
	var h headerJSON
	return json.Unmarshal(line, &h) == nil && h.Recording > 0
}
