package score

import (
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Numbers that would take exact arithmetic for ever are rejected, whichever way they are long.
func TestModerate(t *testing.T) {
	for number, ok := range map[string]bool{
		"1": true, "1e1000": true, "1E+1000": true, "1e-1000": true, strings.Repeat("7", 1000): true,
		"1e1001": false, "1e-1001": false, "1e99999999999999999999": false, strings.Repeat("7", 1001): false,
	} {
		v, err := jsonvalue.Parse([]byte(`{"a":[` + number + `]}`))
		if err != nil {
			t.Fatal(err)
		}
		if err := moderate(v); (err == nil) != ok {
			t.Errorf("%.20s: %v", number, err)
		}
	}
}
