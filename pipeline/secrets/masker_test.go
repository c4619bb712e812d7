package secrets

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline/secrets/secretstest"
)

// planted is a secret with the kind of its mask.
type planted struct{ kind, text string }

// drawSecret generates a secret that is random enough for any rule.
func drawSecret(t *rapid.T) planted {
	chars := func(set string, n int) string {
		return rapid.StringOfN(rapid.SampledFrom([]rune(set)), n, n, -1).Draw(t, "key")
	}
	const letter = digits + upper + lowerCase
	key := "q7R" + chars(letter, 37)
	return rapid.SampledFrom([]planted{
		{"api-key", "sk-" + key}, {"github-token", "ghp_" + key}, {"jwt", "eyJ" + key + ".eyJ" + key + "." + key},
		{"token", key},
		{"aws-key", "AKIA" + chars(digits+upper, 16)}, {"password", "q7R!" + chars(letter+"@^&+!", 12)},
	}).Filter(func(p planted) bool {
		return !isPlaceholder(p.text) && !isNoKey(p.text) || p.kind == "password" && !isNoPassword(p.text)
	}).Draw(t, "secret")
}

// drawPlace puts a secret where it can be recognized: %s stands for it, and is quoted as the place requires.
func drawPlace(t *rapid.T, p planted) string {
	asJSON := func(text string) string { return strings.Trim(string(must(json.Marshal(text))), `"`) }
	places := []string{"sent %s.", "first line\n%s\nlast", "(%s)", `{"note":"line\n%s"}`, `"%s"`}
	switch p.kind {
	case "password":
		places = []string{"password: %s", "https://me:%s@example.org/x", `db_password="%s"`, `{"password":"%s"}`,
			`{'passwd': '%s'}`}
	case "token":
		places = []string{"Authorization: Bearer %s", "api_key=%s", `{"access_token":"%s"}`,
			`{"a":{"b":[{"X-Api-Key" : "%s"}]}}`}
	}
	text := fmt.Sprintf(rapid.SampledFrom(places).Draw(t, "place"), p.text)
	for range rapid.IntRange(0, 3).Draw(t, "levels") {
		text = `{"body":"` + asJSON(text) + `"}`
	}
	return text
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// No part of a planted secret survives; each has the same mask everywhere; JSON stays JSON; masking is idempotent.
func TestMaskerLaws(t *testing.T) {
	m := New()
	rapid.Check(t, func(t *rapid.T) {
		p := drawSecret(t)
		text := drawPlace(t, p)
		masked := m.Text(text)
		escaped := strings.ReplaceAll(p.text, "&", `\u0026`)
		for _, part := range []string{p.text, p.text[len(p.text)-8:], escaped[len(escaped)-8:]} {
			if strings.Contains(masked, part) {
				t.Fatalf("%q survives in %q, made of %q", part, masked, text)
			}
		}
		if !strings.Contains(masked, Mask(p.kind, p.text)) {
			t.Errorf("%q, want the mask %s; made of %q", masked, Mask(p.kind, p.text), text)
		}
		if json.Valid([]byte(text)) && !json.Valid([]byte(masked)) {
			t.Errorf("no JSON any more: %q", masked)
		}
		if again := m.Text(masked); again != masked {
			t.Errorf("masked again: %q, first %q", again, masked)
		}
	})
}

// pieces are clean by themselves; some combinations are secrets.
var pieces = []string{
	"password", "token", `"`, `\"`, "'", ":", "=", " ", "\n", "{", "}", ",", "Bearer ", "Basic ", "https://", "@",
	"sk-", letters, number, "api_key",
	"-----BEGIN PRIVATE KEY-----", `\n`, "masked-password-", "0a1b2c3d", "密码：", ".", "(", "null", "1e5", "🦫", "\xff",
	"cookie: ", "sid=", ";", "%3D", "%", "?key=", "&", "c2stUW03WnQ0S2Q5UncyWHY4TGI1UW03WnQ0", "3473", "/", "-",
	"_KEY=", "gsk_", "dapi", "8Q~", "=", "\\u003d",
}

// For any text: masking is idempotent, JSON stays JSON, and a text without secrets stays unchanged.
func TestMaskerLaws_AnyText(t *testing.T) {
	m := New().With(regexp.MustCompile(`q[":,]+.`), regexp.MustCompile(`ACME-(\w+)`))
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(append(pieces, "ACME-", "q")), 0, 14).Draw(t, "pieces"),
			"")
		if rapid.Bool().Draw(t, "as JSON") {
			text = `{"password":` + string(must(json.Marshal(text))) + `,"q":[` + string(must(json.Marshal(text))) +
				`]}`
		}
		masked := m.Text(text)
		if len(m.Scan(text)) == 0 && masked != text {
			t.Errorf("%q became %q", text, masked)
		}
		if again := m.Text(masked); again != masked {
			t.Errorf("%q, then %q, then %q", text, masked, again)
		}
		if json.Valid([]byte(text)) && !json.Valid([]byte(masked)) {
			t.Errorf("%q is no JSON: %q", text, masked)
		}
	})
}

// Two secrets have two masks.
func TestMask_TellsSecretsApart(t *testing.T) {
	m := New()
	a, b := m.Text("ghp_"+letters+letters), m.Text("ghp_"+letters+"0"+letters)
	if a == b || !isMask(a) || !isMask(b) {
		t.Errorf("%q and %q", a, b)
	}
	if got, want := m.Text("sk-"+letters+letters), "masked-api-key-"+Digest("sk-"+letters+letters); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Masks are stable: goldens and recordings contain them.
func TestMasks_Stay(t *testing.T) {
	for _, tc := range []struct{ place, vector, want string }{
		{`%s`, `sk-proj-{w40}`, `masked-api-key-7837cb19`},
		{`api_key=%s`, `gsk_{A52}`, `api_key=masked-token-99e7baa6`},
		{`Authorization: Bearer %s`, `xai-{A80}`, `Authorization: Bearer masked-token-7ccc3eca`},
		{`{"password":"%s"}`, `pypi-AgEIcHlwaS5vcmc{w80}`, `{"password":"masked-password-e9928fc5"}`},
		{`https://me:%s@h/x`, `dckr_pat_{w27}`, `https://me:masked-password-7e0e2c9f@h/x`},
		{`%s`, `ghp_{A36}`, `masked-github-token-fc2cd045`},
		{`%s`, `AKIA{U16}`, `masked-aws-key-816aee89`},
		{`%s`, `AIza{w35}`, `masked-google-key-96adc5d5`},
		{`%s`, `xoxb-{d12}-{d12}-{A24}`, `masked-slack-token-d9e0ee09`},
		{`%s`, `{d10}:AA{w33}`, `masked-telegram-token-eb96f344`},
		{`%s`, `sk_live_{A24}`, `masked-stripe-key-8e13d15a`},
		{`https://hooks.slack.com/services/%s`, `T{U8}/B{U8}/{A24}`, `https://hooks.slack.com/services/masked-slack-webhook-4c6f5640`},
		{`%s`, `hf_{A34}`, `masked-huggingface-token-7322911f`},
		{`%s`, `npm_{A36}`, `masked-npm-token-1fb22d82`},
		{`%s`, `glpat-{w20}`, `masked-gitlab-token-dca3d150`},
		{`%s`, `eyJ{w20}.eyJ{w30}.{w43}`, `masked-jwt-88fd7b2d`},
		{`password: %s`, `Tr0ub{A5}!`, `password: masked-password-c8285fda`},
		{`{"cookie":"%s"}`, `session={A20}`, `{"cookie":"masked-token-775ab420"}`},
		{`{"private_key":"%s"}`, `AGE-SECRET-KEY-1{U58}`, `{"private_key":"masked-token-a6da4b00"}`},
	} {
		if got := New().Text(fmt.Sprintf(tc.place, secretstest.Filled(tc.vector))); got != tc.want {
			t.Errorf("%s %s: %q, want %q", tc.place, tc.vector, got, tc.want)
		}
	}
}

func TestMasker_OwnAndAllowed(t *testing.T) {
	secret := "sk-" + letters + letters
	for entry, shown := range map[string]bool{
		Digest(secret): true, Mask("api-key", secret): true, secret: true, "sk-Qm7.*": true, "sk-Qm7": false,
		"0a1b2c3d": false,
	} {
		a, err := ParseAllowed(entry)
		if err != nil {
			t.Fatal(err)
		}
		if got := New(a).Text("use " + secret); (got == "use "+secret) != shown {
			t.Errorf("%s allowed: %q", entry, got)
		}
	}
	m := New().With(must(ParseExpression(`ACME-([0-9]+)`)), must(ParseExpression(`[0-9]{4}-[0-9]{4}`)))
	want := "ACME-" + Mask("own", "12") + " and " + Mask("own", "1234-5678")
	if got := m.Text("ACME-12 and 1234-5678"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := m.Text(want); got != want {
		t.Errorf("masked again: %q", got)
	}
}

// An entry that looks like a mask and matches no secret is an error.
func TestParseAllowed_NoMask(t *testing.T) {
	for entry, want := range map[string]string{
		"masked-token-1a2b3c4":        "is no mask: want masked-KIND-1a2b3c4d",
		"masked-1a2b3c4d":             "is no mask",
		"masked-token-1A2B3C4D":       "is no mask",
		"masked-groq-key-1a2b3c4d":    "a mask of no secret: want one of the kinds api-key, aws-key, basic-auth, ",
		"masked-tokens-1a2b3c4d":      "a mask of no secret",
		"masked-token-1a2b3c4d, more": "is no mask",
	} {
		if _, err := ParseAllowed(entry); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", entry, err, want)
		}
	}
	for _, key := range secretstest.Keys() {
		for _, f := range New().Scan(key.Text) {
			secret := key.Text[f.Start:f.End]
			for _, entry := range []string{Mask(f.Kind, secret), Digest(secret)} {
				a, err := ParseAllowed(entry)
				if err != nil || New(a).Text(key.Text) != key.Text {
					t.Errorf("%s: %s is allowed (%v): %q", key.Vector, entry, err, New(a).Text(key.Text))
				}
			}
		}
	}
}

func TestParseExpression(t *testing.T) {
	for text, want := range map[string]string{
		`(`: "missing closing )", `.*`: "fits every text", `\S+`: "fits every text", ``: "fits every text",
		`a*`:                      "fits every text",
		strings.Repeat("a", 1001): "more than 1000 characters",
	} {
		if _, err := ParseExpression(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %q", text, err, want)
		}
	}
}

// A nil Masker changes nothing.
func TestMasker_Nil(t *testing.T) {
	var m *Masker
	text := "sk-" + letters + letters
	if got := m.Text(text); got != text || m.Scan(text) != nil || string(m.JSON([]byte(`"`+text+`"`))) != `"`+text+`"` {
		t.Errorf("%q", got)
	}
}

// Texts made to be slow are read in linear time.
func TestScan_Hostile(t *testing.T) {
	const size, most = 1 << 17, 5 * time.Second
	for i, piece := range []string{
		"token", "password:", "password ", "sk-", "eyJ", "eyJaaaaaaaaaaaa.", "token=", `"password":"`, `'token':\"`,
		"bearer ", "basic ", "://", "a:b@",
		"-----BEGIN ", "-----BEGIN PRIVATE KEY-----\n", "-----BEGIN PRIVATE KEY-----\nA: b\n",
		"hooks.slack.com/services/", ":AA", "1:AA", "secret_", `\`, `\"`,
		"api_key=a1B2c3D4e5F6g7H8i9",
		"token=" + strings.Repeat("a1B2", 300), "masked-", "AKIA", "密码：a1",
		"cookie:", "cookie: a=b; ", "Cookie: sid=", "?key=", "&key%3D", "%41", "%3Dsid%3D", "QUJD", "c2st", "41",
		"_KEY=", "EAA", "SG.", "MTEx.", "-d", "1//0", "xprv", "dapi", "A_KEY_KEY=", "secret-1-", "x1-",
		strings.Repeat("QUJD", 19) + "\n",
	} {
		begun := time.Now()
		New().Text(strings.Repeat(piece, size/len(piece)))
		if took := time.Since(begun); took > most {
			t.Errorf("piece %s %q: %v for 128 KB", strconv.Itoa(i), piece, took)
		}
	}
}

func FuzzMasker(f *testing.F) {
	for _, p := range pieces {
		f.Add(p)
	}
	m := New()
	f.Fuzz(func(t *testing.T, text string) {
		masked := m.Text(text)
		if again := m.Text(masked); again != masked {
			t.Errorf("%q, then %q, then %q", text, masked, again)
		}
		if json.Valid([]byte(text)) && !json.Valid([]byte(masked)) {
			t.Errorf("%q is no JSON: %q", text, masked)
		}
	})
}

func BenchmarkMasker(b *testing.B) {
	clean := strings.Repeat("The agent reads the message, and answers in one line of compact JSON: no key, no token.\n",
		100)
	b.Run("known", func(b *testing.B) {
		m := New()
		b.SetBytes(int64(len(clean)))
		for b.Loop() {
			m.Text(clean)
		}
	})
	b.Run("new", func(b *testing.B) {
		m := New()
		b.SetBytes(int64(len(clean)))
		for b.Loop() {
			m.Scan(clean)
		}
	})
}
