package server

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHostsFile(t *testing.T) {
	const text = "\n# machines\nlocalhost\r\n  127.0.0.2:5  \n#127.0.0.3\n\thttp://u:secret@gpu:1/x\n"
	d := Defaults{Port: "11434"}
	hosts, err := (&HostsFile{"h.txt", []byte(text)}).Parse(d, true)
	var names []string
	for _, h := range hosts {
		names = append(names, h.Name)
	}
	want := []string{"http://localhost:11434", "http://127.0.0.2:5", "http://gpu:1/x"}
	if diff := cmp.Diff(want, names); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// Every bad line is named with its place, and no password.
func TestHostsFileRefused(t *testing.T) {
	for text, want := range map[string][]string{
		"":                               {"h.txt: there is no host in it: write one on each line, such as 127"},
		"# none\n\n":                     {"h.txt: there is no host in it"},
		"a\nlocalhost":                   {"h.txt:1: http://a:11434 is not this machine, and prompts would go there"},
		"localhost\n\nlocalhost:11434\n": {"h.txt:3: http://localhost:11434 is there twice"},
		"localhost,127.0.0.1":            {"h.txt:1: it is more than one host: put each"},
		"localhost # mine":               {"h.txt:1: it is more than one host: put each, and each comment, "},
		"ftp://u:secret@h\nlocalhost:0\nlocalhost\n\x00": {
			"h.txt:1: the scheme is neither http nor https", "h.txt:2: the port 0 is not one of 1 to 65535",
			"h.txt:4: it is neither host:port nor a URL",
		},
	} {
		_, err := (&HostsFile{"h.txt", []byte(text)}).Parse(Defaults{Port: "11434"}, false)
		for _, line := range want {
			if err == nil || !strings.Contains(err.Error(), line) || strings.Contains(err.Error(), "secret") {
				t.Errorf("%q: %v, want %q", text, err, line)
			}
		}
	}
}
