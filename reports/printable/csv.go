package printable

import "strings"

// CSV puts an apostrophe before a text that a spreadsheet would take for a formula.
func CSV(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}
