package secrets

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Parts of secrets, put together here so that no scanner takes this file for a leak.
const (
	letters = "Qm7Zt4Kd9Rw2Xv8Lb5"
	number  = "8842071963"
	long    = letters + letters + letters
)

// found returns the secrets of a text with their kinds.
func found(text string) []string {
	var all []string
	for _, f := range New().Scan(text) {
		all = append(all, f.Kind+" "+text[f.Start:f.End])
	}
	return all
}

func TestScan(t *testing.T) {
	key, basic := letters+letters, "dXNlcjpUcjB1YjRkb3ImMw=="
	for text, want := range map[string]string{
		"sk-" + key:                                       "api-key sk-" + key,
		`a line\nsk-` + key:                               "api-key sk-" + key,
		"k=%3Dsk-" + key:                                  "api-key sk-" + key,
		"STRIPE=sk_" + "live_" + letters:                  "stripe-key sk_" + "live_" + letters,
		"github_pat_" + key:                               "github-token github_pat_" + key,
		"AKIA" + "QM7ZT4KD9RW2XV8L":                       "aws-key AKIA" + "QM7ZT4KD9RW2XV8L",
		number + ":AA" + long[:33]:                        "telegram-token " + number + ":AA" + long[:33],
		"eyJ" + key + ".eyJ" + key + "." + key:            "jwt eyJ" + key + ".eyJ" + key + "." + key,
		"Authorization: Bearer " + key + ".":              "token " + key,
		`"authorization":"Bearer ` + key + `"`:            "token " + key,
		`{\"Authorization\": \"bearer ` + key + `\"}`:     "token " + key,
		"Authorization: Basic " + basic:                   "basic-auth " + basic,
		`{"Authorization":"Basic ` + basic + `"}`:         "basic-auth " + basic,
		"postgres://admin:hunter@db/x":                    "password hunter",
		"https://" + key + "@example.org/x":               "token " + key,
		"redis://:" + letters + "@cache":                  "password " + letters,
		`{"password":"hunter"}`:                           "password hunter",
		`{"a":[{"db":{"Password" : "correct horse"}}]}`:   "password correct horse",
		`{"body":"{\"password\":\"it's \\\"mine\\\"\"}"}`: `password it's \\\"mine\\\"`,
		`"{\\\"api_key\\\":\\\"k1-short-9\\\"}"`:          "token k1-short-9",
		`{"password":"a\\"}`:                              `password a\\`,
		`{"password":"cut sh`:                             "password cut sh",
		`{'client_secret': 'abcd1234'}`:                   "token abcd1234",
		`{"AWS_SECRET_ACCESS_KEY":"` + key + `/+="}`:      "token " + key + "/+=",
		`{"github_token":"ghp_` + key + `"}`:              "github-token ghp_" + key,
		`{"x-api-key":"12ab34cd"}`:                        "token 12ab34cd",
		"password: Tr0ub4dor&3。":                          "password Tr0ub4dor&3",
		"my password is hunter2.":                         "password hunter2",
		"(password=Tr0ub4dor&3)":                          "password Tr0ub4dor&3",
		`"note":"password: Tr0ub4dor&3\nnext"`:            "password Tr0ub4dor&3",
		"密码：Winter2031!，请":                                "password Winter2031!",
		"DB_PASS=Kx9vQ2mZ!7":                              "password Kx9vQ2mZ!7",
		"tool --api-key " + key:                           "token " + key,
		"tool --token '" + key + "' x":                    "token " + key,
		"my api key is " + key + ".":                      "token " + key,
		"Authorization: Bot " + key:                       "token " + key,
		`{"Authorization":"token ` + key + `"}`:           "token " + key,
		"AZURE_OPENAI_KEY=" + key:                         "token " + key,
		`{"FAL_KEY": "` + key + `"}`:                      "token " + key,
		"Ocp-Apim-Subscription-Key: " + key:               "token " + key,
		`secret=` + key + `\u003d\u003d`:                  `token ` + key + `\u003d\u003d`,
	} {
		if d := cmp.Diff([]string{want}, found(text)); d != "" {
			t.Errorf("%s (-want +got):\n%s", text, d)
		}
	}
}

func TestScan_NoSecrets(t *testing.T) {
	for _, text := range []string{
		"sk-xxxxxxxxxxxxxxxxxxxxxxxx", "sk-your-openai-key-goes-here", "AKIAIOSFODNN7EXAMPLE",
		"Authorization: Bearer ${TOKEN}",
		"task-" + letters + letters, "Basic instructions follow here", "basic dGhpcyBpcyBub3Qgb25l",
		`{"password":""}`, `{"password":"<your password>"}`, `{"password":"${DB_PASSWORD}"}`,
		`{"password":{"type":"string"}}`,
		`{"password":"string"}`, `{"password":null,"token":false,"secret":12345678901234567890}`,
		`{"password":-1.5e+300 }`,
		`{"api_key":"required"}`, `{"token":"ETH"}`, `{"next_page_token":"CAUQAAAB12345678"}`, `{"max_tokens":"1000"}`,
		`{"token":"0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"}`, `{"token":"two words 12"}`, `{"the password":1}`,
		"https://user:password@localhost", "http://example.org/a?b=c@d", "mail@example.org", "1 password manager",
		"commit 4f3c2b1a09e8d7c6b5a4f3e2d1c0b9a8f7e6d5c4", "eyJ.eyJ.x",
		"the token " + letters + letters, "BY_PASS=yes", "--token-limit 12345678901234567890",
		"Authorization: " + letters + " is needed", "Authorization: none of the things that you want",
		"PUBLIC_KEY=" + letters + letters, "A_PRIMARY_KEY=" + letters + letters, "primary_key=" + letters + letters,
		"_KEY=" + letters + letters, "MY_KEY=" + "your-key-goes-here-and-there",
		Mask("password", "x"), `{"password":"` + Mask("password", "x") + `"}`,
		"https://a:" + Mask("password", "x") + "@b",
		"-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
		"-----BEGIN CERTIFICATE-----\nMIIE" + letters + "\n-----END",
	} {
		if got := found(text); len(got) > 0 {
			t.Errorf("%s: found %q", text, got)
		}
	}
}

// A private key is one secret over all its lines, in any spelling of these, with the same mask.
func TestScan_KeyBlocks(t *testing.T) {
	const begin, end = "-----BEGIN RSA " + "PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----"
	lines := []string{"MIIE" + letters, letters, letters + "=="}
	mask := Mask("private-key", strings.Join(lines, ""))
	for _, between := range []string{"\n", "\r\n", "\n  ", `\n`, `\\n`, `\r\n`} {
		want := begin + between + mask + between + end
		if got := New().Text(begin + between + strings.Join(lines, between) + between + end); got != want {
			t.Errorf("lines by %q: %q, want %q", between, got, want)
		}
	}
	for _, between := range []string{"\n> ", "\n+", "\n-  "} { // quoted, and in a diff
		if got := New().Text(begin + between + strings.Join(lines, between) + between + end); strings.Contains(got,
			letters[10:]) {
			t.Errorf("lines by %q: %q", between, got)
		}
	}
	headed := begin + "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,8F\n\n" + strings.Join(lines, "\n") + "\n" + end
	if got := New().Text(headed); !strings.Contains(got, mask) || strings.Contains(got, letters) {
		t.Errorf("behind headers: %q", got)
	}
}
