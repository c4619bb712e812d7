// Package plural puts nouns into the form that goes with a number.
package plural

import "strconv"

// Number is a count with its noun: 1 call, 2 calls.
func Number(n int, noun string) string { return strconv.Itoa(n) + " " + Choose(n, noun, noun+"s") }

// Choose is the form of a word that goes with so many.
func Choose(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
