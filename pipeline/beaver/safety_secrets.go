package beaver

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// secretPatterns are the shapes of secrets: first those that their issuer made recognisable, then values whose name says
// what they are. Where two match the same place the first counts.
var secretPatterns = []pattern{
	{
		why: "a private key", hints: []string{"private key-----"}, harmless: isPlaceholder, far: true,
		re: expression(`-----BEGIN [A-Z ]*PRIVATE KEY-----(?P<at>[ \t\r]*(?:\n|\\n)?(?:` +
			`(?:[A-Za-z-]+: [^\n]*\n)+\r?\n?)?[ \t]*[A-Za-z0-9+/=]{20,}(?:\\n|\r?\n[ \t]*|[A-Za-z0-9+/=])*)`),
	},
	{
		why: "an API key (sk-…)", hints: []string{"sk-"}, harmless: isPlaceholder,
		re: expression(`\bsk-[A-Za-z0-9_-]{20,}`),
	},
	{
		why: "a Stripe key", hints: []string{"k_live_", "k_test_"}, harmless: isPlaceholder,
		re: expression(`\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}`),
	},
	{
		why: "a GitHub token", hints: []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"}, harmless: isPlaceholder,
		re: expression(`\b(?:gh[pousr]_|github_pat_)[A-Za-z0-9_]{30,}`),
	},
	{
		why: "a GitLab token", hints: []string{"glpat-"}, harmless: isPlaceholder,
		re: expression(`\bglpat-[A-Za-z0-9_-]{20,}`),
	},
	{
		why: "an AWS key", hints: []string{"akia", "asia"}, harmless: isPlaceholder,
		re: expression(`\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`),
	},
	{why: "a Google key", hints: []string{"aiza"}, harmless: isPlaceholder, re: expression(`\bAIza[A-Za-z0-9_-]{35}`)},
	{
		why: "a Slack token", hints: []string{"xox"}, harmless: isPlaceholder,
		re: expression(`\bxox[abeoprs]-[A-Za-z0-9-]{20,}`),
	},
	{
		why: "a Slack webhook", hints: []string{"hooks.slack.com"}, harmless: isPlaceholder,
		re: expression(`hooks\.slack\.com/services/(?P<at>T[A-Z0-9]{6,}/B[A-Z0-9]{6,}/[A-Za-z0-9]{16,})`),
	},
	{
		why: "a Hugging Face token", hints: []string{"hf_"}, harmless: isPlaceholder,
		re: expression(`\bhf_[A-Za-z0-9]{30,}`),
	},
	{why: "an npm token", hints: []string{"npm_"}, harmless: isPlaceholder, re: expression(`\bnpm_[A-Za-z0-9]{36}`)},
	{
		why: "a Telegram bot token", hints: []string{":aa"}, harmless: isPlaceholder,
		re: expression(`\b[0-9]{8,10}:AA[A-Za-z0-9_-]{33}\b`),
	},
	{
		why: "a JSON web token", hints: []string{"eyj"}, harmless: isPlaceholder,
		re: expression(`\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}`),
	},
	{
		why: "a bearer token", hints: []string{"bearer"}, harmless: isNoKey,
		re: expression(`(?i)\bbearer[ \t]+(?P<at>[A-Za-z0-9_.~+/=-]{20,})`),
	},
	{
		why: "a password in an address", hints: []string{"://"}, harmless: isNoPassword,
		re: expression(`\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@"'<>]{1,64}:(?P<at>[^\s:/@"'<>]{6,})@`),
	},
	{
		why: "a password", hints: []string{"pass", "pwd"}, harmless: isNoPassword,
		re: expression(`(?i)(?:password|passwd|passphrase|\bpwd|_pwd)["']?(?:[ \t]*[:=][ \t]*|` +
			`[ \t]+)["']?(?P<at>[^\s"'\x60,;]{6,})`),
	},
	{
		why: "a password", hints: []string{"密码", "口令", "密碼"}, harmless: isNoPassword,
		re: expression(`(?:密码|口令|密碼)(?:为|是)?[ \t]*[:=：][ \t]*["'“]?(?P<at>[!-~]{6,})`),
	},
	{
		why: "a key under a name that says so", hints: []string{"key", "token", "secret", "密钥", "令牌"}, harmless: isNoKey,
		re: expression(`(?i)(?:api_?-?key|access_?-?key|private_?-?key|secret|token|密钥|` +
			`令牌)[a-z_]{0,12}["']?[ \t]*[:=：][ \t]*["']?(?P<at>[A-Za-z0-9_.~+/=-]{20,})(?:[^A-Za-z0-9_.~+/=(-]|$)`),
	},
}

// findSecrets gives the secrets of a text in order, each place once.
func (t *safetyText) findSecrets() []hit {
	hits := t.match(ruleSecrets, secretPatterns, nil)
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(a.at.start, b.at.start) })
	var apart []hit
	for _, h := range hits {
		if n := len(apart); n > 0 && h.at.start < apart[n-1].at.end {
			apart[n-1].at.end = max(apart[n-1].at.end, h.at.end)
			continue
		}
		apart = append(apart, h)
	}
	return apart
}

// secretPlaceholder is what people write where a secret would stand: a word for it, an ellipsis, a variable, a count up.
var secretPlaceholder = expression(`(?i)your|my[-_]|example|sample|placeholder|xxx|\.\.\.|…|change|insert|replace|` +
	`dummy|fake|redacted|secret|secure|pass|token|_here|-here|12345|abcde|abc123|todo|[<>{}$*()\[\]%]|env\.|` +
	`^(?:none|null|true|false|undefined)$`)

func isPlaceholder(value string) bool {
	return secretPlaceholder().MatchString(value) || hasRun(value, 6)
}

// hasRun says whether one character stands n times in a row.
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

// isNoPassword spares values that are words or code: a password has letters, and a digit or a mark.
func isNoPassword(value string) bool {
	hasLetter := strings.ContainsFunc(value, unicode.IsLetter)
	hasOther := strings.ContainsAny(value, "0123456789!@^&+")
	return !hasLetter || !hasOther || isPlaceholder(value)
}

// chainAddress is an address of a block chain: public, and often called a token.
var chainAddress = expression(`^0x[0-9A-Fa-f]{40}$`)

// joinedWords is a name: letters and numbers that do not mix.
var joinedWords = expression(`^(?:[A-Za-z]+|[0-9]+)(?:[-_./](?:[A-Za-z]+|[0-9]+))*$`)

// isNoKey spares values that are too regular to be made by chance.
func isNoKey(value string) bool {
	const leastEntropy = 3.2 // bits a character; words and identifiers of 20 characters with a digit mostly have less
	hasDigit := strings.ContainsFunc(value, unicode.IsDigit)
	return !hasDigit || entropy(value) < leastEntropy || chainAddress().MatchString(value) || joinedWords().MatchString(value) || isPlaceholder(value)
}

// entropy is that of the characters of s, in bits a character.
func entropy(s string) float64 {
	count := map[rune]int{}
	n := 0
	for _, r := range s {
		count[r]++
		n++
	}
	sum := 0.0
	for _, c := range count {
		p := float64(c) / float64(n)
		sum -= p * math.Log2(p)
	}
	return sum
}
