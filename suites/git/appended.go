package git

import (
	"bytes"
	"strings"
)

// appended returns a text with lines appended, which end as most of its own lines do.
func appended(text []byte, lines []string) []byte {
	end := "\n"
	if windows := bytes.Count(text, []byte("\r\n")); 2*windows > bytes.Count(text, []byte("\n")) {
		end = "\r\n"
	}
	var all bytes.Buffer
	all.Write(text)
	if len(bytes.TrimPrefix(text, []byte(byteOrderMark))) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
		all.WriteString(end)
	}
	all.WriteString(strings.Join(lines, end) + end)
	return all.Bytes()
}
