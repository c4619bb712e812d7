package memory_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline/alfred/internal/memory"
)

const (
	curry = "6f1c2a9e-83b4-4d17-9c60-2b5e8f7a1d03"
	dal   = "0d5b7c11-2e9f-4a6a-b3d8-71f0c94e2a55"
	other = "c0ffee00-1234-4abc-8def-00aa11bb22cc" // unknown
)

func maskOf(ids ...string) *memory.Mask {
	m := memory.NewMask(func(id string) string { return map[string]string{curry: "recipe_1"}[id] })
	m.Add(ids...)
	return m.With(ids...)
}

func TestTextF0(t *testing.T) {
	m := maskOf(curry, dal, "row-of-another-form", "short")
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "Butter Chicken for 2026-01-25", "Butter Chicken for 2026-01-25"},
		{"empty", "", ""},
		{"with a reference", "see " + curry + ".", "see recipe_1."},
		{"without one", "see " + dal + ".", "see [id]."},
		{"in capitals", strings.ToUpper(curry), "recipe_1"},
		{"without dashes", "x" + strings.ReplaceAll(curry, "-", "") + "x", "xrecipe_1x"},
		{"the first half", "id " + curry[:18] + "…", "id [id]…"},
		{"eight characters of the middle", "#" + curry[20:28] + "#", "#[id]#"},
		{"eight characters without dashes", strings.ReplaceAll(curry, "-", "")[6:14], "[id]"},
		{"seven characters", curry[:7], curry[:7]},
		{"side by side", curry + dal, "recipe_1[id]"},
		{"one that nobody knows", "made up: " + other, "made up: [id]"},
		{"the same in JSON", `{"id":"` + strings.ToUpper(other) + `"}`, `{"id":"[id]"}`},
		{"two that nobody knows upon each other", other + "-1111-2222-3333-444444444444", "[id]"},
		{"not quite one", other[:35], other[:35]},
		{"hexadecimal, but no id", "deadbeef-cafe", "deadbeef-cafe"},
		{"another form", "row-of-another-form, short", "[id], short"},
		{"all but the first character", "g" + curry[1:], "g[id]"},
		{"digits behind it", curry + "00", "recipe_100"},
		{"letters around a part", "x" + strings.ToUpper(curry[:10]) + "y", "x[id]y"},
		{"between letters of other languages", "ä" + curry + "咖喱", "ärecipe_1咖喱"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := m.Text(tt.text); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// The reference of an id may change after the mask has learned it.
func TestLaterReferenceF0(t *testing.T) {
	ref := ""
	m := memory.NewMask(func(string) string { return ref })
	m.Add(dal)
	if got := m.Text(dal); got != "[id]" {
		t.Errorf("got %q", got)
	}
	if ref = "meal_3"; m.Text(dal) != "meal_3" {
		t.Errorf("got %q", m.Text(dal))
	}
}

// No text shows a known id, a part of one, or anything of the form of a UUID; and masking is idempotent.
func TestNothingIsShownF0(t *testing.T) {
	uuid := rapid.StringMatching(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfN(uuid, 1, 5).Draw(t, "ids")
		piece := rapid.Custom(func(t *rapid.T) string {
			id := rapid.OneOf(rapid.SampledFrom(ids), uuid).Draw(t, "id")
			if rapid.Bool().Draw(t, "compact") {
				id = strings.ReplaceAll(id, "-", "")
			}
			from := rapid.IntRange(0, len(id)).Draw(t, "from")
			id = id[from:rapid.IntRange(from, len(id)).Draw(t, "to")]
			if rapid.Bool().Draw(t, "capitals") {
				id = strings.ToUpper(id)
			}
			return id + rapid.SampledFrom([]string{"", "", "-", " ", "a", "é", "recipe_1", "[id]"}).Draw(t, "then")
		})
		text := strings.Join(rapid.SliceOfN(piece, 0, 6).Draw(t, "pieces"), "")
		m := maskOf(ids...)
		got := m.Text(text)
		if again := m.Text(got); again != got {
			t.Fatalf("%q becomes %q, and then %q", text, got, again)
		}
		for i := range len(got) {
			if i+36 <= len(got) && memory.IsUUID(got[i:i+36]) {
				t.Fatalf("%q becomes %q: there is a UUID", text, got)
			}
			if i+memory.Part > len(got) {
				continue
			}
			part := strings.ToLower(got[i : i+memory.Part])
			for _, id := range ids {
				if strings.Contains(id, part) || strings.Contains(strings.ReplaceAll(id, "-", ""), part) {
					t.Fatalf("%q becomes %q: there is a part of %s", text, got, id)
				}
			}
		}
	})
}

func BenchmarkText(b *testing.B) {
	ids := make([]string, 1000)
	for i := range ids {
		ids[i] = fmt.Sprintf("%08x-83b4-4d17-9c60-%012x", 0x9e3779b1*uint32(i+1), uint64(i+1)*0x9e3779b97f%(1<<48))
	}
	m := maskOf(ids...)
	text := strings.Repeat("- `recipe_1`: Butter Chicken (recipe) [read:full], 2026-01-25, 250 g of it\n", 270) // 20 kB
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		m.Text(text)
	}
}

func TestIsUUID(t *testing.T) {
	for text, want := range map[string]bool{
		curry: true, strings.ToUpper(curry): true, curry[1:]: false, curry[:35] + "g": false,
		strings.Replace(curry, "-", "0", 1): false, "": false,
	} {
		if memory.IsUUID(text) != want {
			t.Errorf("%q: want %v", text, want)
		}
	}
}
