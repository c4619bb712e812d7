package secrets

import "strings"

// shape is a secret that begins with what its issuer put there.
type shape struct {
	kind, what string
	prefixes   []string
	of         *charset
	least      int  // characters of the set behind the prefix
	exact      bool // no more than these
}

func shapes() []shape {
	return []shape{
		{kind: "api-key", what: "an API key (sk-…)", prefixes: []string{"sk-"}, of: &wordAndDash, least: 20},
		{
			kind: "stripe-key", what: "a Stripe key", of: &alphanumeric, least: 16,
			prefixes: []string{"sk_live_", "sk_test_", "rk_live_", "rk_test_"},
		},
		{
			kind: "github-token", what: "a GitHub token", of: &word, least: 30,
			prefixes: []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"},
		},
		{kind: "gitlab-token", what: "a GitLab token", prefixes: []string{"glpat-"}, of: &wordAndDash, least: 20},
		{kind: "aws-key", what: "an AWS key", prefixes: []string{"AKIA", "ASIA"}, of: &upperAndDigit, least: 16,
			exact: true},
		{kind: "google-key", what: "a Google key", prefixes: []string{"AIza"}, of: &wordAndDash, least: 35},
		{
			kind: "slack-token", what: "a Slack token", of: &alphanumericAndDash, least: 20,
			prefixes: []string{"xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-"},
		},
		{kind: "huggingface-token", what: "a Hugging Face token", prefixes: []string{"hf_"}, of: &alphanumeric,
			least: 30},
		{kind: "npm-token", what: "an npm token", prefixes: []string{"npm_"}, of: &alphanumeric, least: 36},
	}
}

// shapeRules are those of the shapes that a prefix and a set of characters make, and of the others.
func shapeRules() []rule {
	var rules []rule
	for _, s := range shapes() {
		for _, prefix := range s.prefixes {
			find := func(text string, at int) (Finding, int) { return s.find(text, at, prefix) }
			rules = append(rules, rule{strings.ToLower(prefix), find})
		}
	}
	return append(rules, rule{"eyj", findWebToken}, rule{webhookHost, findWebhook}, rule{":aa", findBotToken},
		rule{"-----begin ", findKeyBlock})
}

// find reads a secret of this shape; one run of characters has one of them.
func (s shape) find(text string, at int, prefix string) (Finding, int) {
	if !strings.HasPrefix(text[at:], prefix) || !begins(text, at) {
		return Finding{}, 0
	}
	end := s.of.end(text, at+len(prefix))
	n := end - at - len(prefix)
	if n < s.least || s.exact && n > s.least || isPlaceholder(text[at:end]) {
		return Finding{}, end
	}
	return Finding{s.kind, s.what, at, end}, end
}

// findWebToken finds a JSON web token: parts in base64 with dots between, the first two of them JSON.
func findWebToken(text string, at int) (Finding, int) {
	const json, shortest, mostParts = "eyJ", 10, 5 // {" in base64
	if !strings.HasPrefix(text[at:], json) || !begins(text, at) {
		return Finding{}, 0
	}
	end, parts := wordAndDash.end(text, at), 1
	if end-at < len(json)+shortest {
		return Finding{}, end
	}
	for end < len(text) && text[end] == '.' && parts < mostParts {
		next := wordAndDash.end(text, end+1)
		if next-end-1 < shortest || parts == 1 && !strings.HasPrefix(text[end+1:], json) {
			break
		}
		end, parts = next, parts+1
	}
	if parts < 3 || isPlaceholder(text[at:end]) {
		return Finding{}, end
	}
	return Finding{"jwt", "a JSON web token", at, end}, end
}

const webhookHost = "hooks.slack.com/services/"

// findWebhook finds the secret part of a Slack webhook's address.
func findWebhook(text string, at int) (Finding, int) {
	at += len(webhookHost)
	end := alphanumericAndSlash.end(text, at)
	parts := strings.Split(text[at:end], "/")
	if len(parts) < 3 || len(parts[0]) < 7 || len(parts[1]) < 7 || len(parts[2]) < 16 || isPlaceholder(text[at:end]) {
		return Finding{}, end
	}
	return Finding{"slack-webhook", "a Slack webhook", at, end}, end
}

// findBotToken finds a token of a Telegram bot: a number, a colon, AA and 33 characters.
func findBotToken(text string, colon int) (Finding, int) {
	const leastDigits, mostDigits, length = 8, 10, 35
	start := colon
	for start > max(0, colon-mostDigits-1) && isDigit(text[start-1]) {
		start--
	}
	end := wordAndDash.end(text, colon+1)
	n := colon - start
	if n < leastDigits || n > mostDigits || end-colon-1 != length || !strings.HasPrefix(text[colon:], ":AA") ||
		!begins(text, start) ||
		isPlaceholder(text[start:end]) {
		return Finding{}, end
	}
	return Finding{"telegram-token", "a Telegram bot token", start, end}, end
}
