package secrets

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// name is a word that identifies the value after it.
type name struct {
	word     string // in lower case
	password bool   // else a key
}

func names() []name {
	var all []name
	for _, word := range strings.Fields("password passwd passphrase pwd 密码 口令 密碼") {
		all = append(all, name{word, true})
	}
	for _, word := range append(strings.Fields(`
		accountkey account_key sharedaccesskey shared_access_key subscription-key subscription_key auth-key auth_key app-key
		app_key application-key signing-key signing_key storage_key apikey api_key api-key accesskey access_key access-key
		privatekey private_key private-key secret token 密钥 令牌 authorization credential cookie`), "api key") {
		all = append(all, name{word, false})
	}
	return all
}

// namedRules returns a rule for each name with one way of reading the text after it.
func namedRules(read func(n name, text string, at int) Finding) []rule {
	var rules []rule
	for _, n := range names() {
		find := func(text string, at int) (Finding, int) {
			f := read(n, text, at)
			return f, f.End
		}
		rules = append(rules, rule{n.word, false, one(find)})
	}
	return rules
}

// environmentRules are for variables of an environment, as in AZURE_OPENAI_KEY=x and DB_PASS=x.
func environmentRules() []rule {
	var rules []rule
	for _, n := range []name{{"_KEY", false}, {"_PASS", true}} {
		rules = append(rules, rule{n.word, true, one(func(text string, at int) (Finding, int) {
			behind := at + len(n.word)
			if !inCapitals(text, at) {
				return Finding{}, behind
			}
			f := n.assigned(text, at)
			return f, max(f.End, behind)
		})})
	}
	return rules
}

// isVariable reports whether the name is the last word of a variable's.
func (n name) isVariable() bool { return n.word[0] == '_' }

// inCapitals reports whether a name in capitals ends at an offset, except for names of public values.
func inCapitals(text string, at int) bool {
	start := at
	for start > max(0, at-longestKey) && (upperAndDigit[text[start-1]] || text[start-1] == '_') {
		start--
	}
	last := text[start:at]
	last = last[strings.LastIndexByte(last, '_')+1:]
	return start < at && begins(text, start) && !slices.Contains(openKeys, last)
}

// openKeys are the words before KEY in names of public values.
var openKeys = []string{"PUBLIC", "PUBLISHABLE", "PRIMARY", "FOREIGN", "CACHE", "PARTITION", "SORT", "IDEMPOTENCY",
	"OBJECT"}

// finding returns the finding of a value with the name.
func (n name) finding(start, end int) Finding {
	if n.password {
		return Finding{"password", "a password", start, end}
	}
	return Finding{"token", "a key under a name that says so", start, end}
}

// member reads the text value of an object's member, whose key has the word at an offset.
func (n name) member(text string, at int) Finding {
	none := Finding{}
	end := wordAndDash.end(text[:min(len(text), at+longestKey)], at+len(n.word))
	key, q, i := quotedKey(text, at, end)
	if q.mark == 0 || !isSecretKey(key) {
		return none
	}
	if i = blanks(text, i); i == len(text) || text[i] != ':' {
		return none
	}
	open, start := quoteAt(text, blanks(text, i+1))
	if open.mark == 0 {
		return none
	}
	stop := open.closing(text, start)
	if stop < 0 { // the text is cut off
		stop = start + strings.IndexByte(text[start:]+"\n", '\n')
	}
	if n.password && !isStandIn(text[start:stop]) {
		return n.finding(start, stop)
	}
	start = behindScheme(text, start, stop)
	if !n.password && isOpaque(text[start:stop]) {
		return n.finding(start, stop)
	}
	return none
}

// longestKey is the number of characters of a key that are checked on each side of a word in it.
const longestKey = 64

// quotedKey returns the key around an offset, its closing mark, and the offset after that; there is no mark if it is
// not quoted.
func quotedKey(text string, at, end int) (key string, q quote, behind int) {
	for at > max(0, end-2*longestKey) && (wordAndDash[text[at-1]] || text[at-1] == '.') {
		at--
	}
	q, behind = quoteAt(text, end)
	if at == 0 || text[at-1] != q.mark || backslashesBefore(text, at-1) != q.escapes {
		return "", quote{}, end
	}
	return text[at:end], q, behind
}

func backslashesBefore(text string, at int) int {
	return at - len(strings.TrimRight(text[:at], `\`))
}

// Endings of keys whose value is a secret, without _ and -; and signs that a token is one of a list's page or of a
// text's length.
var (
	secretKeys = []string{
		"password", "passwd", "passphrase", "pwd", "密码", "口令", "密碼", "apikey", "accesskey", "accountkey",
		"subscriptionkey", "authkey", "signingkey",
		"privatekey", "secretkey", "secret", "token", "密钥", "令牌", "authorization", "credential", "credentials",
		"cookie",
	}
	otherTokens = []string{"page", "next", "continuation", "sync", "cursor", "max", "min", "stop", "eos", "bos", "pad",
		"unk"}
)

// betweenWords removes what separates the words of a key.
var betweenWords = strings.NewReplacer("_", "", "-", "", ".", "")

func isSecretKey(key string) bool {
	key = strings.ToLower(betweenWords.Replace(key))
	isOne := func(of string) bool { return strings.HasSuffix(key, of) }
	return slices.ContainsFunc(secretKeys, isOne) &&
		!slices.ContainsFunc(otherTokens, func(of string) bool { return strings.HasSuffix(key, of+"token") })
}

// behindScheme returns the beginning of a value after Bearer, Basic or the like.
func behindScheme(text string, start, end int) int {
	scheme, _, two := strings.Cut(text[start:end], " ")
	if two && slices.Contains([]string{"bearer", "basic", "token", "apikey", "digest"}, strings.ToLower(scheme)) {
		return blanks(text, start+len(scheme))
	}
	return start
}

// assigned reads a value after a name that has its word at an offset, as in password: x, token=x or --token x.
func (n name) assigned(text string, at int) Finding {
	none := Finding{}
	i := at + len(n.word)
	switch {
	case n.word == "pwd" && !begins(text, at) && text[at-1] != '_', slices.Contains([]string{"authorization",
		"credential", "cookie"}, n.word):
		return none
	case n.word[0] >= utf8.RuneSelf && n.password:
		i += len(prefixOf(text[i:], "为", "是"))
	case !n.password:
		i = wordAndDash.end(text[:min(len(text), i+12)], i)
	}
	_, i = quoteAt(text, i)
	behind := blanks(text, i)
	sign := prefixOf(text[behind:], ":", "=", "：", "is ", "was ")
	if sign == "" {
		sign = equalSign(text[behind:])
	}
	if sign == "" && (behind == i || n.word[0] >= utf8.RuneSelf || n.isVariable() || !n.password &&
		!isOption(text, at, behind)) {
		return none
	}
	start := blanks(text, behind+len(sign))
	open, start := quoteAt(text, start)
	start += len(prefixOf(text[start:], "“"))
	if n.password {
		end := passwordEnd(text, start, n.word[0] >= utf8.RuneSelf)
		if open.mark == 0 {
			end = trimmed(text, start, end)
		}
		if strings.HasPrefix(sign, "%") {
			value, _, _ := strings.Cut(text[start:end], "%26")
			end = start + len(value)
		}
		if end-start < 6 || isNoPassword(text[start:end]) {
			return none
		}
		return n.finding(start, end)
	}
	end := keyEnd(text, start)
	if isEscape(text, end) {
		end = queryEnd(text, start, strings.HasPrefix(sign, "%"))
	}
	if end-start < 20 || text[end:] != "" && text[end] == '(' || isNoKey(text[start:end]) {
		return none
	}
	return n.finding(start, end)
}

// isOption reports whether a word at an offset belongs to an option of a command that is not followed by a file.
func isOption(text string, at, behind int) bool {
	start := at
	for start > max(0, at-longestKey) && wordAndDash[text[start-1]] {
		start--
	}
	return strings.HasPrefix(text[start:], "--") && prefixOf(text[behind:], "/", ".", "~") == ""
}

// longestPassword is the maximum length of a password in text, in bytes.
const longestPassword = 256

// passwordEnd returns the end of a password at an offset: at a blank, a quotation mark or the end of a clause; for an
// ASCII one at any other character too.
func passwordEnd(text string, at int, ascii bool) int {
	text = text[:min(len(text), at+longestPassword)]
	for i, r := range text[at:] {
		switch {
		case unicode.IsSpace(r), strings.ContainsRune("\"'`,;，。；、！？）】》”’", r):
			return at + i
		case r >= utf8.RuneSelf && ascii:
			return at + i
		case endsLine(text, at+i):
			return at + i
		}
	}
	return len(text)
}
