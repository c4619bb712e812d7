package jsonvalue

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// openAIJSON are JSON values in odd spellings.
var openAIJSON = rapid.Custom(func(t *rapid.T) string { return openAIValue(t, 3) })

func openAIValue(t *rapid.T, depth int) string {
	blank := rapid.SampledFrom([]string{"", " ", "\n\t", "\r "}).Draw(t, "blank")
	kinds := 3
	if depth > 0 {
		kinds = 5
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		words := []string{"null", "true", "false", "-0", "1.50", "1e400", "7"}
		return blank + rapid.SampledFrom(words).Draw(t, "word") + blank
	case 1:
		return blank + openAIString(t) + blank
	case 2:
		return blank + rapid.SampledFrom([]string{"{}", "[ ]", `{"a" : [{}]}`}).Draw(t, "empty")
	case 3:
		var items []string
		for range rapid.IntRange(1, 3).Draw(t, "items") {
			items = append(items, openAIValue(t, depth-1))
		}
		return "[" + strings.Join(items, ",") + blank + "]"
	}
	var members []string
	for range rapid.IntRange(1, 3).Draw(t, "members") {
		members = append(members, blank+openAIString(t)+blank+":"+openAIValue(t, depth-1))
	}
	return "{" + strings.Join(members, ",") + blank + "}"
}

func openAIString(t *rapid.T) string {
	pieces := rapid.SliceOf(rapid.SampledFrom([]string{"a", "é", "🦫", `\"`, `\\`, `\/`, `\n`, `\u0041`, `\ud800`,
		`\b`, "{",
		"]", ",", ":", "\u2028", "\xff", "<"})).Draw(t, "text")
	return `"` + strings.Join(pieces, "") + `"`
}

// A value is spelled as by jsonvalue.Canonical, and split as by encoding/json.
func TestSplitLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		raw := json.RawMessage(openAIJSON.Draw(t, "value"))
		want, err := Canonical(raw)
		if err != nil {
			t.Fatalf("%v: %s", err, raw)
		}
		if got, err := CanonicalValid(raw); err != nil || string(got) != string(want) {
			t.Fatalf("%s, %v; want %s", got, err, want)
		}
		openAISplitObject(t, raw)
		var items []json.RawMessage
		isList := json.Unmarshal(raw, &items) == nil && strings.HasPrefix(string(raw), "[")
		got, ok := SplitList(raw)
		if ok != isList || len(got) != len(items) && isList {
			t.Fatalf("%q, %v: %s", got, ok, raw)
		}
		for i := range items {
			if isList && string(got[i]) != string(items[i]) {
				t.Fatalf("%s: want %s", got[i], items[i])
			}
		}
	})
}

func openAISplitObject(t *rapid.T, raw json.RawMessage) {
	var members map[string]json.RawMessage
	isObject := json.Unmarshal(raw, &members) == nil && members != nil
	o, err := SplitObject(raw)
	if (err == nil) != isObject {
		t.Fatalf("%v: %s", err, raw)
	}
	if !isObject {
		return
	}
	if o.Len() != len(members) {
		t.Fatalf("%q: %s", slices.Collect(o.Keys()), raw)
	}
	for key := range o.Keys() {
		if string(o.Get(key)) != string(members[key]) {
			t.Fatalf("%q is %s: want %s", key, o.Get(key), members[key])
		}
	}
}

// Members are found, replaced and removed in objects of any size as in a map.
func TestMembersLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o, want, order := NewObject(), map[string]string{}, []string(nil)
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			key := rapid.StringMatching("[a-z]").Draw(t, "key")
			at := slices.Index(order, key)
			if got := string(o.Get(key)); got != want[key] || o.Len() != len(want) {
				t.Fatalf("%s is %s: want %s", key, got, want[key])
			}
			switch rapid.SampledFrom([]string{"put", "put", "put", "take", "with"}).Draw(t, "step") {
			case "put":
				want[key] = strconv.Itoa(len(order))
				o.Put(key, json.RawMessage(want[key]))
				if at < 0 {
					order = append(order, key)
				}
				continue
			case "take":
				if got := string(o.Take(key)); got != want[key] {
					t.Fatalf("took %s of %s: want %s", got, key, want[key])
				}
				delete(want, key)
			case "with":
				o.With(key, "x")
				want[key] = `"x"`
			}
			if at >= 0 {
				order = slices.Delete(order, at, at+1)
			}
			if want[key] != "" {
				order = slices.Insert(order, 0, key)
			}
		}
		if got := slices.Collect(o.Keys()); !slices.Equal(got, order) {
			t.Fatalf("%q: want %q", got, order)
		}
	})
}

// Unchecked input is harmless.
func FuzzSplit(f *testing.F) {
	for _, seed := range []string{`{"a":"\\"}`, `[1,"x"]`, `"\u`, `{"a`, `{:,]`, `["\`, `"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		o, err := ParseMembers(raw)
		if _, wrong := SplitObject(raw); err == nil && wrong != nil {
			t.Error(wrong)
		}
		if err == nil && !json.Valid(raw) {
			t.Errorf("%s was taken for %v", raw, slices.Collect(o.Keys()))
		}
		SplitList(raw)
		if _, err := CanonicalValid(raw); err != nil && json.Valid(raw) && strings.Count(string(raw), "[")+
			strings.Count(string(raw), "{") <= maxDepth {
			t.Error(err)
		}
	})
}

// Valid accepts what encoding/json accepts.
func FuzzValid(f *testing.F) {
	for _, seed := range []string{`{"a":"\\"}`, `[1,"x"]`, `"\u00aF"`, `{"a`, `{:,]`, `["\`, `"`, ``, ` `, "\x00",
		`-`, `-0`,
		`01`, `1.`, `1.5e+7`, `1e`, `.5`, `[1,]`, `{"a":1,}`, `{"a" : 1 , "b":[ ]}`, `{}x`, `tru`, `nul`, `"\x"`, "\"\t\"",
		"\"1234567\n\"", "\"12345678\x1f\"", "\"\xff234567890\"", `"1234567\"890"`, `{1:2}`, `[}`, `{]`, `"\u12"`, "[\v]"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if got, want := Valid(raw), json.Valid(raw); got != want {
			t.Errorf("%q: %v, want %v", raw, got, want)
		}
	})
}

func TestValidNested(t *testing.T) {
	t.Parallel()
	for _, n := range []int{mostNested, mostNested + 1} {
		for _, raw := range []string{strings.Repeat("[", n) + strings.Repeat("]", n),
			strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n), strings.Repeat("[", n)} {
			if got, want := Valid([]byte(raw)), json.Valid([]byte(raw)); got != want {
				t.Errorf("%d of %.1s: %v, want %v", n, raw, got, want)
			}
		}
	}
}
