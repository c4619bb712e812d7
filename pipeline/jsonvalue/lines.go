package jsonvalue

import (
	"bufio"
	"bytes"
)

// Lines returns the split function that a scanner of JSONL needs: lines as bufio.ScanLines makes them, with each byte
// looked at once. bufio.ScanLines looks at all of a line anew for each piece that a pipe or a device hands out, which
// takes seconds for a line of 64 MB. It is good for one scanner.
func Lines() bufio.SplitFunc {
	looked := 0 // bytes of the line that have no end in them
	return func(data []byte, atEOF bool) (advance int, token []byte, err error) {
		if !atEOF && bytes.IndexByte(data[looked:], '\n') < 0 {
			looked = len(data)
			return 0, nil, nil
		}
		looked = 0
		return bufio.ScanLines(data, atEOF)
	}
}
