package secrets

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/secrets/secretstest"
)

// places are texts around keys, %s for the key; with the key's spelling there.
var places = []struct {
	name, text string
	spell      func(key string) string
}{
	{"alone", "%s", nil},
	{"in a sentence", "The key is %s, keep it.", nil},
	{"at the end of a sentence", "The key is %s.", nil},
	{"in JSON", `{"text":"%s"}`, nil},
	{"in JSON in a string of JSON", `{"body":"{\"line\":\"one\\n%s\\n\"}"}`, nil},
	{"behind an escaped line end", `{"text":"one\n%s"}`, nil},
	{"in a header", "X-Thing: %s\r\nAccept: */*", nil},
	{"behind Bearer", "Authorization: Bearer %s", nil},
	{"in the environment", "THING=%s", nil},
	{"in a shell's export", `export THING="%s"`, nil},
	{"in YAML", "thing: %s\nother: 1", nil},
	{"in a query", "https://example.org/x?thing=%s&y=1", nil},
	{"in an encoded query", "https://example.org/x?thing=%s&y=1", url.QueryEscape},
	{"in escapes alone", "https://example.org/x?thing=%s&y=1", func(key string) string {
		return "%" + strings.TrimSuffix(broken(hex.EncodeToString([]byte(key)), 2, "%"), "%")
	}},
	{"in base64", "value %s.", func(key string) string { return base64.StdEncoding.EncodeToString([]byte(key)) }},
	{"in base64 for addresses", "a=%s&",
		func(key string) string { return base64.RawURLEncoding.EncodeToString([]byte(key)) }},
	{"in base64 with more", "data: %s", func(key string) string {
		return base64.StdEncoding.EncodeToString([]byte("user: me\nthing=" + key + "\n"))
	}},
	{"in hexadecimal digits", "0x%s", func(key string) string { return hex.EncodeToString([]byte(key)) }},
	{"in large hexadecimal digits", "blob=%s", func(key string) string {
		return strings.ToUpper(hex.EncodeToString([]byte(key)))
	}},
}

// Every issuer has vectors. Each is found whole in any place, and nothing of it is left; truncated, or with a
// placeholder instead, it is no key.
func TestIssuers(t *testing.T) {
	described := map[string]bool{}
	m := New()
	for _, key := range secretstest.Keys() {
		described[key.Issuer] = true
		for _, p := range places {
			spell := p.spell
			if spell == nil {
				spell = func(key string) string { return key }
			}
			spelled := spell(key.Text)
			text := fmt.Sprintf(p.text, spelled)
			masked := m.Text(text)
			if left := leftOf(masked, strings.TrimPrefix(spelled, spell(key.Public))); left != "" {
				t.Errorf("%s %s %s: %q is left of %q: %q", key.Issuer, key.Vector, p.name, left, text, masked)
			}
			if p.name == "at the end of a sentence" && !strings.HasSuffix(masked, ".") {
				t.Errorf("%s %s: the sentence has no end: %q", key.Issuer, key.Vector, masked)
			}
			if json.Valid([]byte(text)) && !json.Valid([]byte(masked)) || m.Text(masked) != masked {
				t.Errorf("%s %s %s: %q, then %q", key.Issuer, key.Vector, p.name, masked, m.Text(masked))
			}
		}
	}
	for _, s := range issuers() {
		if !described[s.issuer] {
			t.Errorf("%s has no vector", s.issuer)
		}
	}
}

// leftOf returns the longest part of a key in a text, if it has more than a few characters.
func leftOf(text, key string) string {
	few := 10
	if strings.HasPrefix(key, "%") { // each character takes three
		few *= 3
	}
	for i := 0; i+few <= len(key); i++ {
		if strings.Contains(text, key[i:i+few]) {
			return key[i : i+few]
		}
	}
	return ""
}

// Texts that are no key of a row: shorter than the form, and placeholders.
func TestIssuers_NoKeys(t *testing.T) {
	for _, s := range issuers() {
		for _, mark := range s.marks {
			front := ""
			if s.front != nil {
				front = strings.Repeat("7a", 40)[:s.front.least-1]
			}
			for _, body := range []string{"", "Qm7Zt4K", "your-api-key-here", "your_key_goes_here", "<your key>",
				"${" + "KEY}", "...", strings.Repeat("x", 64), strings.Repeat("*", 40),
				strings.Repeat("X", s.leastLength())} {
				if text := front + mark + body; len(s.form) > 0 && len(Scan(text)) > 0 {
					t.Errorf("%s: %q is found", s.issuer, text)
				}
			}
		}
	}
	for _, text := range []string{
		"AKIAIOSFODNN7EXAMPLE", "AKIAI44QH8DHBEXAMPLE",
		"aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
		"sk-1234567890abcdef1234567890abcdef", "ghp_1234567890abcdefghijklmnopqrstuvwxyz", "gsk_" +
			strings.Repeat("x", 52),
		"sk-proj-xxxxxxxxxxxxxxxxxxxxxxxx", "sk-ant-api03-your-key-here-0000", "glpat-xxxxxxxxxxxxxxxxxxxx",
		"xoxb-your-bot-token-goes-here", "SG.xxxxxxxxxxxxxxxxxxxxxx.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
		"hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "sk_test_your_stripe_secret_key_here",
		"AIzaSyXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
		"SK4f3c2b1a09e8d7c6b5a4f3e2d1c0b9", "asgsk_" + long, "fw_createTheWholeConfigurationOfAll",
		"dapi_of_databricks_is_documented_there_and_elsewhere", "key-" + strings.Repeat("0", 32),
		"4f3c2b1a09e8d7c6b5a4f3e2d1c0b9a8", "4f3c2b1a-09e8-4d7c-86b5-a4f3e2d1c0b9", "pat-na1-",
		"secret_santa_wishes_you_a_merry_christmas_2024_all", "eyJrIjoi", "1/2 of all", "sl.no",
		"sha256-" + strings.Repeat("4f3c2b1a", 8),
		"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
		base64.StdEncoding.EncodeToString([]byte("The quick brown fox jumps over the lazy dog; no key, no token.")),
		base64.StdEncoding.EncodeToString([]byte("sk-your-openai-key-goes-here, or so")),
		hex.EncodeToString([]byte("The quick brown fox jumps over the lazy dog")),
		"%E5%AF%86%E7%A0%81%20is%20a%20password",
	} {
		if f := Scan(text); len(f) > 0 {
			t.Errorf("%q: found %q", text, text[f[0].Start:f[0].End])
		}
	}
}

// leastLength returns the minimum length of everything after the mark.
func (s shape) leastLength() int {
	n := 0
	for _, r := range s.form {
		n += len(r.sep) + r.least
	}
	return n
}

// No row repeats a mark with the same form, and each form can be matched.
func TestIssuers_Rows(t *testing.T) {
	var seen []string
	for _, s := range issuers() {
		for _, mark := range s.marks {
			row := fmt.Sprint(mark, s.form, s.front)
			if slices.Contains(seen, row) {
				t.Errorf("%s: %s twice", s.issuer, mark)
			}
			seen = append(seen, row)
			if len(mark) < 2 || s.public && mark != strings.ToLower(mark) {
				t.Errorf("%s: the mark %q", s.issuer, mark)
			}
		}
		for _, r := range slices.Concat(s.form, []run{exactly(1, &word)}) {
			if r.of == nil || r.least < 1 || r.most != 0 && r.most < r.least {
				t.Errorf("%s: a run of %d to %d", s.issuer, r.least, r.most)
			}
		}
	}
}
