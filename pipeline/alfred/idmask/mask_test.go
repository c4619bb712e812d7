package idmask_test

import (
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/idmask"
)

func TestF0Text(t *testing.T) {
	const known, other = "8ebdac4d-7c68-4a09-b050-3c2f438bcc31", "00c1a2b3-1111-4222-8333-444455556666"
	m := idmask.New([]string{known, other, "butter-chicken", "r1"}, func(id string) string {
		if id == known {
			return "recipe_1"
		}
		return ""
	})
	for text, want := range map[string]string{
		"":                                       "",
		"no id":                                  "no id",
		"see " + known + ".":                     "see recipe_1.",
		"see " + strings.ToUpper(known):          "see recipe_1",
		known + known:                            "recipe_1recipe_1",
		other:                                    "[id]",
		"begins 8ebdac4d":                        "begins [id]",
		"seven 8ebdac4 stay":                     "seven 8ebdac4 stay",
		"x8EBDAC4D-7cy":                          "x[id]y",
		"é…438bcc31é":                            "é…[id]é",
		"a butter-chicken, r1":                   "a [id], r1",
		"9ebdac4d-7c68-4a09-b050-3c2f438bcc31":   "9[id]",
		"8ebdac4d-7c68-4a09-b050-3c2f438bcc3100": "recipe_100",
	} {
		if got := m.Text(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestIsUUID(t *testing.T) {
	for text, want := range map[string]bool{
		"8ebdac4d-7c68-4a09-b050-3c2f438bcc31": true, "8EBDAC4D-7C68-4A09-B050-3C2F438BCC31": true,
		"8ebdac4d-7c68-4a09-b050-3c2f438bcc3": false, "8ebdac4d-7c68-4a09-b050-3c2f438bcc3g": false,
		"8ebdac4d07c68-4a09-b050-3c2f438bcc31": false, "": false,
	} {
		if idmask.IsUUID(text) != want {
			t.Errorf("%q: want %v", text, want)
		}
	}
}
