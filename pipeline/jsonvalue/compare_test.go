package jsonvalue_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

func TestEqual(t *testing.T) {
	for _, tt := range []struct {
		a, b  string
		equal bool
	}{
		{"1", "1.0", true}, {"1", "1e0", true}, {"1", "0.1E+1", true}, {"100", "1e2", true}, {"0.001", "1e-3", true},
		{"120", "12e1", true},
		{"0", "-0", true}, {"0", "0e999999999999999999999", true}, {"0.0", "-0.00e5", true},
		{"1", "-1", false}, {"1", "10", false}, {"10", "100", false}, {"0.1", "0.01", false},
		{"9007199254740992", "9007199254740993", false}, {"0.1", "0.1000000000000000055511151231257827", false},
		{"1e400", "1e401", false}, {"1e400", "10e399", true}, {"1e1000000000", "1e1000000001", false},
		{"10e999999999", "1e1000000000", true},
		{"1e99999999999999999999999", "10e99999999999999999999998", true},
		{"1", `"1"`, false}, {"1", "true", false}, {"0", "false", false}, {"0", "null", false}, {"null", "null", true},
		{"null", `""`, false},
		{"true", "true", true}, {"true", "false", false}, {`"a"`, `"\u0061"`, true}, {`"a"`, `"b"`, false},
		{"[1,2]", "[1.0,2e0]", true}, {"[1,2]", "[2,1]", false}, {"[1]", "[1,1]", false}, {"[]", "{}", false},
		{"[]", "null", false}, {"[[1,2]]", "[1,2]", false},
		{`{"a":1,"b":[2]}`, `{"b":[2.0],"a":1}`, true}, {`{"a":1}`, `{"a":1,"b":2}`, false},
		{`{"a":null}`, `{}`, false}, {`{"a":null}`, `{"b":null}`, false},
	} {
		a, b := parsed(t, tt.a), parsed(t, tt.b)
		if jsonvalue.Equal(a, b) != tt.equal || jsonvalue.Equal(b, a) != tt.equal {
			t.Errorf("%s and %s: want equal %v", tt.a, tt.b, tt.equal)
		}
	}
}

func TestContains(t *testing.T) {
	for _, tt := range []struct {
		got, want string
		holds     bool
	}{
		{`{"a":1,"b":2}`, `{"a":1.0}`, true}, {`{"a":{"b":1,"c":2}}`, `{"a":{"b":1}}`, true}, {`{"a":1}`, `{}`, true},
		{`[1]`, `{}`, false},
		{`{"a":9007199254740993}`, `{"a":9007199254740992}`, false}, {`{"a":1}`, `{"b":1}`, false},
		{`{}`, `{"a":null}`, false}, {`{"a":null}`, `{"a":null}`, true},
		{`[{"a":1,"b":2}]`, `[{"a":1}]`, true}, {`[1,2]`, `[1]`, false}, {`[1]`, `[1,2]`, false},
		{`{"0":1}`, `[1]`, false}, {`7`, `7.0`, true},
	} {
		if jsonvalue.Contains(parsed(t, tt.got), parsed(t, tt.want)) != tt.holds {
			t.Errorf("%s has %s: want %v", tt.got, tt.want, tt.holds)
		}
	}
}

func TestParseReadsOneValue(t *testing.T) {
	for _, text := range []string{"", " ", `{"id":7}{"id":8}`, `{"id":7} and more`, "1 2", "nul", "01", "1.", "+1",
		"[1,]", `{"a"}`} {
		if v, err := jsonvalue.Parse([]byte(text)); err == nil {
			t.Errorf("%q: %v", text, v)
		}
	}
	if v, err := jsonvalue.Parse([]byte(" [1] \n")); err != nil || fmt.Sprint(v) != "[1]" {
		t.Errorf("%v, %v", v, err)
	}
}

// A number of a megabyte is compared quickly, wherever its digits stand.
func TestEqualOfLongNumbers(t *testing.T) {
	digits := strings.Repeat("7", 1<<20)
	for _, number := range []string{digits, "0." + digits, "1e" + digits, "1e-" + digits} {
		begin := time.Now()
		a, b := parsed(t, number), parsed(t, strings.Replace(number, "7", "8", 1))
		if jsonvalue.Equal(a, b) || !jsonvalue.Equal(a, a) {
			t.Errorf("%.5s…: equal to another, or not to itself", number)
		}
		if took := time.Since(begin); took > 5*time.Second {
			t.Errorf("%.5s…: %v", number, took)
		}
	}
}

// Two numbers are equal if their exact fractions are.
func TestEqualNumbersLaw(t *testing.T) {
	number := rapid.StringMatching(`-?(0|[1-9][0-9]{0,3})(\.[0-9]{1,4})?([eE][-+]?[0-3])?`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := number.Draw(t, "a"), number.Draw(t, "b")
		x, _ := new(big.Rat).SetString(a)
		y, _ := new(big.Rat).SetString(b)
		if got, want := jsonvalue.Equal(json.Number(a), json.Number(b)), x.Cmp(y) == 0; got != want {
			t.Fatalf("%s and %s: equal %v", a, b, got)
		}
		if shifted := json.Number(a + "0"); strings.ContainsAny(a, ".") && !strings.ContainsAny(a, "eE") &&
			!jsonvalue.Equal(json.Number(a), shifted) {
			t.Fatalf("%s and %s differ", a, shifted)
		}
	})
}

func parsed(t *testing.T, text string) any {
	t.Helper()
	v, err := jsonvalue.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}
