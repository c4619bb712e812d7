package secrets

import (
	"slices"
	"strings"
)

// What people write instead of a secret. A value is a placeholder if all of it is one: made of such words and their
// accompaniments, of one repeated character, of characters that count up.
var (
	placeholders = strings.Fields(`
		example sample placeholder changeme changeit change insert replace dummy redacted secret secure token
		your my fake password passwort passwd pass passphrase todo`)
	// besides are words that mean nothing without one of the others.
	besides = strings.Fields(`
		a an the this that some me it in is of for to and or by on if with here goes there from api key keys
		access auth client id user username name admin root db database app application bot service server
		account email mail actual real value string text test testing tester demo dev prod live staging local new
		old strong super very long random word words phrase pwd pw foo bar baz abc xyz sk hash salt bearer jwt
		credential credentials code first last one two min max chars characters private public base hex enter put
		set use must be default wrong invalid valid correct current confirm env environment variable var get gets
		openai anthropic google github gitlab slack aws azure stripe hidden not no only s`)
	// instructions are words that no key contains.
	instructions = strings.Fields(`
		example sample placeholder insert replace dummy redacted your fake here changeme todo`)
	literals = []string{"none", "null", "true", "false", "undefined"}
)

// isPlaceholder reports whether a value stands for a secret and is none.
func isPlaceholder(value string) bool {
	if isMask(value) || isCutShort(value) || isReference(value) {
		return true
	}
	lower := strings.ToLower(value)
	foreign, told := unexplained(lower)
	return told && foreign == 0 || slices.Contains(literals, lower)
}

// isPlaceholderKey is isPlaceholder for a key, which nobody chooses: it is no phrase, and has more than a few letters
// that are no part of a placeholder; AWS writes EXAMPLE at the end of those in its documentation.
func isPlaceholderKey(value string) bool {
	const few = 6
	foreign, told := unexplained(strings.ToLower(value))
	return told && foreign <= few && len(value) > 2*few || isPhrase(value) || strings.HasSuffix(value, "EXAMPLE") ||
		strings.HasSuffix(value, "EXAMPLEKEY") || isPlaceholder(value)
}

// isCutShort reports whether a part of a value is omitted, or blacked out.
func isCutShort(value string) bool {
	return strings.Contains(value, "...") || strings.Contains(value, "…") || strings.Contains(value, "***")
}

// referenceForm matches a variable, a template placeholder, or code that gets the value from elsewhere.
var referenceForm = expression(`^(?:` +
	`\$[A-Za-z_][A-Za-z0-9_.:]*|%[A-Za-z_][A-Za-z0-9_]*%?|%[-+0-9.]*[a-z]|` + // $NAME, %NAME%, %s
	`.*[/:]\$[A-Z][A-Z0-9_]{2,}|` + // https://example.org/$NAME
	`<[^>]*>?|\[[^\]]*\]?|\([^)]*\)?|\{[^}]*\}*|\*+|` + // <your key>, also without an end that looked like a sentence's
	`(?:[A-Za-z_]+\.)*env\.[A-Za-z_][A-Za-z0-9_]*|` + // process.env.NAME
	`!?[A-Za-z_][A-Za-z_.]+[0-9]{0,3}(?:_?[a-z]+)?[(\[{].*` + // os.environ[, b64decode(
	`)$`)

func isReference(value string) bool {
	return strings.Contains(value, "${") || strings.Contains(value, "$(") || strings.Contains(value, "{{") ||
		referenceForm().MatchString(value)
}

// isPhrase reports whether a value is separated words, one of which is an instruction, or one repeated letter.
func isPhrase(value string) bool {
	const longest = 16 // letters of a word
	instructs := false
	for part := range strings.FieldsFuncSeq(value, func(r rune) bool { return strings.ContainsRune("-_. /:", r) }) {
		if len(part) > 2 && repeated(part, 0) == len(part) {
			instructs = true
			continue
		}
		letters := strings.TrimRight(part, digits)
		if len(part)-len(letters) > 4 || len(letters) > longest || strings.ContainsAny(letters, digits) {
			return false
		}
		instructs = instructs || slices.Contains(instructions, strings.ToLower(letters))
	}
	return instructs
}

// unexplained counts the characters of a lower-case text that are no part of a placeholder; told says that some of it
// certainly is one.
func unexplained(text string) (foreign int, told bool) {
	for at := 0; at < len(text); {
		n, sure := explained(text, at)
		if n == 0 {
			foreign, n = foreign+1, 1
		}
		at, told = at+n, told || sure
	}
	return foreign, told
}

// explained returns how many characters at an offset belong together in a placeholder: one repeated, some that count
// up, a word, a number, a mark. sure says that they make one.
func explained(text string, at int) (n int, sure bool) {
	const short, long = 3, 5
	if !alphanumeric[text[at]] {
		return 1, false
	}
	if n = repeated(text, at); n >= short {
		return n, n > short || text[at] == 'x'
	}
	if n = counted(text, at); n >= short {
		return n, n >= long || strings.HasPrefix(text[at:], "abc123")
	}
	if word := longestOf(placeholders, text[at:]); word != "" {
		return len(word), true
	}
	if word := longestOf(besides, text[at:]); word != "" {
		return len(word), false
	}
	if n = digit.end(text, at) - at; n > 4 {
		return 0, false
	}
	return n, false
}

// repeated returns how often the character at an offset is repeated.
func repeated(text string, at int) int {
	n := 1
	for at+n < len(text) && text[at+n] == text[at] {
		n++
	}
	return n
}

// counted returns how many characters at an offset count up, or down; 0 follows 9.
func counted(text string, at int) int {
	for _, step := range []int{1, -1} {
		n := 1
		for at+n < len(text) && follows(text[at+n-1], text[at+n], step) {
			n++
		}
		if n > 2 {
			return n
		}
	}
	return 1
}

func follows(a, b byte, step int) bool {
	return int(b) == int(a)+step || step > 0 && a == '9' && b == '0' || step < 0 && a == '0' && b == '9'
}

func longestOf(words []string, text string) string {
	longest := ""
	for _, w := range words {
		if len(w) > len(longest) && strings.HasPrefix(text, w) {
			longest = w
		}
	}
	return longest
}

// isMonotonous reports whether a text of some length has few different characters.
func isMonotonous(text string) bool {
	const few = 10
	var seen charset
	n := 0
	for i := range len(text) {
		if !seen[text[i]] {
			seen[text[i]] = true
			n++
		}
	}
	return n < few
}
