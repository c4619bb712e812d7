package secrets

import (
	"math"
	"strconv"
	"strings"
	"unicode"
)

// isNoPassword exempts values that are words, numbers or code: a password has letters, and a digit or a mark.
func isNoPassword(value string) bool {
	hasLetter := strings.ContainsFunc(value, unicode.IsLetter)
	hasOther := strings.ContainsAny(value, "0123456789!@^&+")
	return !hasLetter || !hasOther || isNumber(value) || isPlaceholder(value)
}

func isNumber(value string) bool {
	_, err := strconv.ParseFloat(value, 64)
	return err == nil
}

// chainAddress matches a blockchain address, perhaps misspelt: public, and often called a token.
var chainAddress = expression(`^0x[0-9A-Za-z]{40,41}$`)

// joinedWords matches a name: letters and numbers that do not mix.
var joinedWords = expression(`^(?:[A-Za-z]+|[0-9]+)(?:[-_./](?:[A-Za-z]+|[0-9]+))*$`)

// identifier matches a name in code, of capitalized words, one of which is Token.
var identifier = expression(`^(?:0x|[A-Za-z]{0,4}[0-9]{0,3})(?:[A-Z][a-z]{2,})*Token(?:[A-Z][a-z]{2,})*[0-9]{0,4}$`)

// isNoKey exempts values that are too regular to be random.
func isNoKey(value string) bool {
	const leastEntropy = 3.2 // bits per character; words and identifiers of 20 characters with a digit mostly have less
	return !strings.ContainsAny(value, digits) || entropy(value) < leastEntropy || isNumber(value) ||
		chainAddress().MatchString(value) || joinedWords().MatchString(value) ||
		identifier().MatchString(value) || isPlaceholderKey(value)
}

// entropy returns the entropy of the bytes of s, in bits per byte.
func entropy(s string) float64 {
	var count [256]int
	for i := range len(s) {
		count[s[i]]++
	}
	sum := 0.0
	for _, n := range count {
		if n > 0 {
			p := float64(n) / float64(len(s))
			sum -= p * math.Log2(p)
		}
	}
	return sum
}

// standIn matches a JSON value under a secret's name that is none: a variable, a template placeholder, the word for it,
// the name of a type, or an error.
var standIn = expression(
	`(?i)^(?:['"\\]*\$\{?[a-z_][a-z0-9_.]*\}?['"\\]*|%[a-z_][a-z0-9_]*%|<.*>|\{.*\}|\[.*\]|\(.*\)|[*x.•…-]+|` +
		`(?:my|the|a|an|user|default)?[-_ ]?(?:password|passwd|passphrase|pwd|pass|secret|token|key|credentials?|api[-_ ]?key)|` +
		`string|text|str|none|null|nil|true|false|undefined|required|optional|invalid|missing|unknown|incorrect|wrong|n/a)$`)

// instructing matches an instruction to insert a value, if all of the value is words.
var instructing = expression(
	`(?i)(?:your[-_ ]|their[-_ ]|[-_ ]here|example|placeholder|redacted|change[-_]?me|\.\.\.|…|xxx)`)

func isStandIn(value string) bool {
	value = strings.TrimSpace(value)
	return value == "" || isMask(value) || standIn().MatchString(value) ||
		instructing().MatchString(value) && (isPlaceholderKey(value) || isSentence(value))
}

// isSentence reports whether a value is some words, with small numbers among them.
func isSentence(value string) bool {
	const smallNumber = 3 // digits
	words := strings.Fields(value)
	for _, w := range words {
		w = strings.Trim(w, ".,;:!?()'\"-_")
		number := digit.end(w, 0) == len(w) && len(w) <= smallNumber
		if !number && strings.ContainsFunc(w, isNoLetter) {
			return false
		}
	}
	return len(words) > 1
}

// isNoLetter reports whether a character belongs to no word.
func isNoLetter(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '\'' }

// isOpaque reports whether a JSON value under the name of a key may be one: not words, and not just a few letters.
func isOpaque(value string) bool {
	const least, long = 8, 16
	return len(value) >= least && (len(value) >= long || strings.ContainsAny(value, digits)) &&
		!strings.ContainsAny(value, " \t") && !chainAddress().MatchString(value) && !isStandIn(value)
}
