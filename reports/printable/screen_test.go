package printable

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// recorder is a screen that puts brackets around emphasis.
type recorder struct {
	strings.Builder
	from, to int
}

func (r *recorder) Paint(colour string) {
	r.from, r.to = 0, 0
}

func (r *recorder) Emphasize(from, to int) { r.from, r.to = from, to }

func (r *recorder) Write(data []byte) (int, error) {
	line := string(data)
	if r.from < r.to {
		line = line[:r.from] + "[" + line[r.from:r.to] + "]" + line[r.to:]
	}
	return r.Builder.WriteString(line)
}

func TestDiffMarksWords(t *testing.T) {
	for name, tt := range map[string]struct{ lines, want []string }{
		"a word":       {[]string{"-Be old.", "+Be new."}, []string{"  -Be [old].", "  +Be [new]."}},
		"a word more":  {[]string{"-Be.", "+Be new."}, []string{"  -Be.", "  +Be[ new]."}},
		"another line": {[]string{"-one", "+two"}, []string{"  -one", "  +two"}},
		"two lines": {[]string{"-a x", "-b x", "+a y", "+b z"},
			[]string{"  -a [x]", "  -b [x]", "  +a [y]", "  +b [z]"}},
		"a line more": {[]string{"-a x", "+a y", "+b y"}, []string{"  -a x", "  +a y", "  +b y"}},
		"between": {[]string{" same", "-a x", "+a y", " same"},
			[]string{"   same", "  -a [x]", "  +a [y]", "   same"}},
		"Chinese": {[]string{"-退款已批准", "+退款已拒绝"}, []string{"  -退款已[批准]", "  +退款已[拒绝]"}},
		"hostile": {[]string{"-a \x1b[2Jx", "+a \x1b[2Jy"}, []string{`  -a \u001b[[2Jx]`, `  +a \u001b[[2Jy]`}},
	} {
		var r recorder
		Diff(&r, tt.lines)
		if d := cmp.Diff(strings.Join(tt.want, "\n")+"\n", r.String()); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}
