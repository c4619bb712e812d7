package record

import (
	"strings"
	"testing"
)

func TestBases(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"openai=http://127.0.0.1:11434/v1": "", "anthropic=http://localhost:1": "", "ollama=http://[::1]:11434": "",
		"openai":                             "want openai=URL, anthropic=URL, ollama=URL",
		"gemini=http://127.0.0.1":            "want openai=URL",
		"openai=":                            "want a URL such as",
		"openai=localhost:11434":             "want a URL such as",
		"openai=file:///etc/passwd":          "want a URL such as",
		"openai=http://u:secret@127.0.0.1/":  "without user or password",
		"openai=http://127.0.0.1/v1?key=abc": "without query",
		"openai=https://api.openai.com/v1":   "api.openai.com is not this machine",
		"openai=http://10.0.0.1/v1":          "10.0.0.1 is not this machine",
		"openai=http://localhost.example/v1": "is not this machine",
	} {
		_, err := bases([]string{text}, false)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the error repeats the password", text)
		}
	}
	all, err := bases([]string{"openai=https://api.openai.com/v1"}, true)
	if err != nil || all["openai"] != "https://api.openai.com/v1" {
		t.Errorf("%v, %v", all, err)
	}
}
