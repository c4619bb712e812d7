package secrets

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A placeholder's word inside a secret does not make it a placeholder.
func TestPlaceholders_Parts(t *testing.T) {
	for text, want := range map[string]string{
		"password: Kx9vQ12345!":                                "Kx9vQ12345!",
		"password: blue-secret-tiger!7":                        "blue-secret-tiger!7",
		"password=Example-Kx9vQ7":                              "Example-Kx9vQ7",
		"the password is my-Kx9vQ-token":                       "my-Kx9vQ-token",
		"password: Pa$$w0rdKx9":                                "Pa$$w0rdKx9",
		"password: Kx9%vQ(7)z":                                 "Kx9%vQ(7)z",
		"password: K{x9}v[Q]7*z":                               "K{x9}v[Q]7*z",
		"password: aaaaaaKx9v7q":                               "aaaaaaKx9v7q",
		`{"password":"Kx9-example-vQ7!"}`:                      "Kx9-example-vQ7!",
		`{"password":"your-Kx9vQ7!zz"}`:                        "your-Kx9vQ7!zz",
		`{"api_key":"Kx9vxxxQ7zRt2"}`:                          "Kx9vxxxQ7zRt2",
		"https://me:Kx9-secret-vQ7@example.org":                "Kx9-secret-vQ7",
		"sk-" + letters + "12345" + letters:                    "sk-" + letters + "12345" + letters,
		"sk-" + letters + "abcde" + letters:                    "sk-" + letters + "abcde" + letters,
		"ghp_" + letters + "xxxxxx" + letters:                  "ghp_" + letters + "xxxxxx" + letters,
		"api_key=" + letters + "-example-" + letters:           letters + "-example-" + letters,
		"Authorization: Bearer " + letters + "token" + letters: letters + "token" + letters,
		"AKIA" + "QM7ZT4KD12345X8L":                            "AKIA" + "QM7ZT4KD12345X8L",
		"api_key: " + letters + "000000" + letters + "..":      letters + "000000" + letters,
	} {
		if d := cmp.Diff([]string{want}, values(text)); d != "" {
			t.Errorf("%s (-want +got):\n%s", text, d)
		}
	}
}

// A complete placeholder is no secret, under a name or not.
func TestPlaceholders(t *testing.T) {
	for _, value := range []string{
		"your-password-here1", "my_secret_password1", "changeme123!", "Password123!", "secret12345",
		"token-abc123-example",
		"<your password 1>", "${DB_PASSWORD1}", "$DB_PASSWORD1", "%DB_PASSWORD1%", "{{db_password1}}",
		"$(cat pass1.txt)",
		"os.environ[1]", "getenv(DB1)", "process.env.DB_PASSWORD1", "xxxxxxxx1", "****1****", "abc...xyz1",
		"abcdefgh1234",
		"my-db-password-1", "YourSecurePassword1!", "https://example.org/$DB_NAME", "ThisIsMySecretPassword1",
	} {
		for _, text := range []string{"password: " + value, "--password '" + value + "'", "https://me:" + value +
			"@h/x"} {
			if got := values(text); len(got) > 0 && !strings.Contains(text, "://me") {
				t.Errorf("%s: found %q", text, got)
			}
		}
	}
	for _, value := range []string{
		"your-openai-api-key-goes-here-1", "sk-test-1234567890abcdefghij", "0123456789abcdef0123456789abcdef",
		"00000000000000000000000000000001", "example-token-1234567890", "YOUR_API_KEY_1234567890",
		"replace-me-with-a-real-key1",
		"process.env.OPENAI_API_KEY_2", "CustomTokenUriResolver721", "xxxx-xxxx-xxxx-xxxx-xxxx-1",
		"IJB721TokenUriResolver",
	} {
		for _, text := range []string{"api_key=" + value, "token: " + value, "Authorization: Bearer " + value,
			"https://example.org/x?key=" + value} {
			if got := values(text); len(got) > 0 {
				t.Errorf("%s: found %q", text, got)
			}
		}
	}
}

// A private key has runs of one letter: an OpenSSH key at its very beginning.
func TestKeyBlocks_Kinds(t *testing.T) {
	for _, kind := range []string{"OPENSSH PRIVATE KEY", "PRIVATE KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY",
		"PGP PRIVATE KEY BLOCK"} {
		body := "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAAB\nAAAA" + letters + "\n" + letters
		if kind == "PGP PRIVATE KEY BLOCK" {
			body = "Version: 1\nComment: made by hand\n\n" + body + "\n=Qm7Z"
		}
		text := "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----"
		if got := New().Text(text); strings.Contains(got, letters) || strings.Contains(got, "b3Blb") ||
			!strings.HasSuffix(got, "\n-----END "+kind+"-----") {
			t.Errorf("%q", got)
		}
		inJSON := `{"private_key_pem":` + asJSON(text) + `}`
		if got := New().Text(inJSON); strings.Contains(got, letters) {
			t.Errorf("%q", got)
		}
		for _, placeholder := range []string{"...", "<your key>", strings.Repeat("x", 64), "MIIE...", "your-key-here"} {
			text := "-----BEGIN " + kind + "-----\n" + placeholder + "\n-----END " + kind + "-----"
			if got := New().Text(text); got != text {
				t.Errorf("%q", got)
			}
		}
	}
}
