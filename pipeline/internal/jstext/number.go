package jstext

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// FormatNumber is String(f): the shortest digits that round-trip, with an exponent from 1e21 on and below 1e-6.
func FormatNumber(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 0):
		return strings.TrimPrefix(strconv.FormatFloat(f, 'f', -1, 64)+"inity", "+")
	case f == 0: // and minus zero
		return "0"
	}
	if abs := math.Abs(f); abs >= 1e-6 && abs < 1e21 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	return mantissa + "e" + exponent[:1] + strings.TrimLeft(exponent[1:], "0")
}

var (
	decimal = regexp.MustCompile(`^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$`)
	based   = regexp.MustCompile(`^0(?:[xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)$`)
)

// ParseNumber is Number(s): a blank text is 0, and an invalid number is NaN.
func ParseNumber(s string) float64 {
	s = Trim(s)
	switch {
	case s == "":
		return 0
	case s == "Infinity", s == "+Infinity", s == "-Infinity", decimal.MatchString(s):
		f, _ := strconv.ParseFloat(s, 64) // its only error is an overflow, which gives an infinity
		return f
	case based.MatchString(s):
		n, _ := new(big.Int).SetString(s, 0)
		f, _ := n.Float64()
		return f
	}
	return math.NaN()
}
