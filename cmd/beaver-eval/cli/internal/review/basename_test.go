package review

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
)

// The flag takes the following argument, like a flag with a required value, but needs none.
func TestBaseTakesWhatFollows(t *testing.T) {
	for _, tt := range []struct{ line, base, cases string }{
		{"diff --base", baseOfCI, ""},
		{"diff --base main", "main", ""},
		{"diff --base=main", "main", ""},
		{"diff --base=main hello", "main", "hello"},
		{"diff hello --base main", "main", "hello"},
		{"diff main --base main", "main", "main"},
		{"diff --base main main", "main", "main"},
		{"diff --base main hello bye", "main", "hello bye"},
		{"diff hello --base --suite s", baseOfCI, "hello"},
		{"diff --suite s --base main hello", "main", "hello"},
		{"diff --base -- main", baseOfCI, "main"},
		{"diff -- --base main", "", "--base main"},
		{"diff --suite --base main", "", "main"},
		{"diff main", "", "main"},
	} {
		base, suites := "", ""
		flags := pflag.NewFlagSet("diff", pflag.ContinueOnError)
		flags.StringVar(&base, "base", "", "")
		flags.StringVar(&suites, "suite", "", "")
		flags.Lookup("base").NoOptDefVal = baseOfCI
		raw := strings.Fields(tt.line)
		if err := flags.Parse(raw[1:]); err != nil {
			t.Fatal(err)
		}
		cases := strings.Join(TakeBase(&base, flags.Args(), raw), " ")
		if d := cmp.Diff([]string{tt.base, tt.cases}, []string{base, cases}); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.line, d)
		}
	}
}
