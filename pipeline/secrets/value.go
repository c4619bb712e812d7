package secrets

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// placeholders are what people write where a secret would stand: a word for it, an ellipsis, a variable, a count up. A
// key made by chance may have one of the short words in it.
var (
	placeholders = []string{
		"example", "sample", "placeholder", "...", "…", "change", "insert", "replace", "dummy", "redacted", "secret",
		"secure", "token",
		"_here", "-here", "12345", "abcde", "abc123", "env.",
	}
	shortPlaceholders = []string{"your", "my-", "my_", "xxx", "fake", "pass", "todo"}
	literals          = []string{"none", "null", "true", "false", "undefined"}
)

// isPlaceholder reports whether a value stands for a secret and is none.
func isPlaceholder(value string) bool {
	if isMask(value) || hasRun(value, 6) || strings.ContainsAny(value, "[<>{}$*()]%") {
		return true
	}
	lower := strings.ToLower(value)
	has := func(word string) bool { return strings.Contains(lower, word) }
	return slices.Contains(literals, lower) || slices.ContainsFunc(placeholders, has) ||
		slices.ContainsFunc(shortPlaceholders, has) && !isRandom(value)
}

// isRandom reports whether a value looks as if made by chance: long, of small and large letters and digits, with much
// in each.
func isRandom(value string) bool {
	const leastLength, leastEntropy = 32, 4.2
	return len(value) >= leastLength && strings.ContainsAny(value, digits) && strings.ContainsAny(value, upper) &&
		strings.ContainsAny(value, lowerCase) && wordAndDash.end(value, 0) == len(value) &&
		entropy(value) >= leastEntropy
}

// hasRun reports whether one character stands n times in a row.
func hasRun(s string, n int) bool {
	var last rune
	run := 0
	for _, r := range s {
		if r != last {
			last, run = r, 0
		}
		if run++; run == n {
			return true
		}
	}
	return false
}

// isNoPassword spares values that are words, numbers or code: a password has letters, and a digit or a mark.
func isNoPassword(value string) bool {
	hasLetter := strings.ContainsFunc(value, unicode.IsLetter)
	hasOther := strings.ContainsAny(value, "0123456789!@^&+")
	return !hasLetter || !hasOther || isNumber(value) || isPlaceholder(value)
}

func isNumber(value string) bool {
	_, err := strconv.ParseFloat(value, 64)
	return err == nil
}

// chainAddress is an address of a block chain, perhaps misspelt: public, and often called a token.
var chainAddress = expression(`^0x[0-9A-Za-z]{40,41}$`)

// joinedWords is a name: letters and numbers that do not mix.
var joinedWords = expression(`^(?:[A-Za-z]+|[0-9]+)(?:[-_./](?:[A-Za-z]+|[0-9]+))*$`)

// isNoKey spares values that are too regular to be made by chance.
func isNoKey(value string) bool {
	const leastEntropy = 3.2 // bits a character; words and identifiers of 20 characters with a digit mostly have less
	return !strings.ContainsAny(value, digits) || entropy(value) < leastEntropy || isNumber(value) ||
		chainAddress().MatchString(value) || joinedWords().MatchString(value) || isPlaceholder(value)
}

// entropy is that of the bytes of s, in bits a byte.
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

// standIn is what stands in JSON under the name of a secret and is none: a variable, a frame to be filled, the word for
// it, the name of a type, or what is wrong with it.
var standIn = expression(
	`(?i)^(?:['"\\]*\$\{?[a-z_][a-z0-9_.]*\}?['"\\]*|%[a-z_][a-z0-9_]*%|<.*>|\{.*\}|\[.*\]|\(.*\)|[*x.•…-]+|` +
		`(?:my|the|a|an|user|default)?[-_ ]?(?:password|passwd|passphrase|pwd|pass|secret|token|key|credentials?|api[-_ ]?key)|` +
		`string|text|str|none|null|nil|true|false|undefined|required|optional|invalid|missing|unknown|incorrect|wrong|n/a|` +
		`.*(?:your[-_ ]|their[-_ ]|[-_ ]here|example|placeholder|redacted|change[-_]?me|\.\.\.|…|xxx).*)$`)

func isStandIn(value string) bool {
	value = strings.TrimSpace(value)
	return value == "" || isMask(value) || standIn().MatchString(value)
}

// isOpaque reports whether a value that stands in JSON under the name of a key may be one: no words, and not a few
// letters.
func isOpaque(value string) bool {
	const least, long = 8, 16
	return len(value) >= least && (len(value) >= long || strings.ContainsAny(value, digits)) &&
		!strings.ContainsAny(value, " \t") && !chainAddress().MatchString(value) && !isStandIn(value)
}
