package wording

import (
	"strconv"
	"strings"
)

// Number returns a count with its noun: 1 call, 2 calls.
func Number(n int, noun string) string { return strconv.Itoa(n) + " " + Plural(n, noun, noun+"s") }

// Plural returns the form of a word for a number.
func Plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Some returns the first names of a list, and the number of the others: a, b and 3 more.
func Some(names []string, most int) string {
	text := strings.Join(names[:min(len(names), most)], ", ")
	if more := len(names) - most; more > 0 {
		text += " and " + strconv.Itoa(more) + " more"
	}
	return text
}

// Count returns a number with separators and its noun, for texts in which thousands are to be read: 1,358 calls.
func Count(n int, noun string) string { return Thousands(n) + " " + Plural(n, noun, noun+"s") }

// Thousands prints a number with commas: 64,334.
func Thousands(n int) string {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0 && digits[at-1] != '-'; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}
