package main

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"

	diff "github.com/google/go-cmp/cmp"
)

// TestTable makes the table anew and compares it with the embedded one.
func TestTable(t *testing.T) {
	if testing.Short() {
		t.Skip("the whole dictionary takes too long for -short")
	}
	root := cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "..", "..", "shared"))
	source := filepath.Join(root, "dictionary", "cedict.tsv.gz")
	if _, err := os.Stat(source); err != nil {
		t.Skipf("no dictionary: %v", err)
	}
	got, err := makeTable(source, filepath.Join("..", "software.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join("..", "cedict.table.zst"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("cedict.table.zst is not what mkcedict makes (%d bytes, now %d): "+
			"go generate ./pipeline/retrieval/chinese", len(want), len(got))
	}
}

func TestSenses(t *testing.T) {
	for definitions, want := range map[string][]string{
		"to upload":                          {"upload"},
		"document/file":                      {"document", "file"},
		"to generate; to produce/to be born": {"generate", "produce", "born"},
		"abbr. for Xinjiang 新疆[Xin1 jiang1]/surname Xin/new/newly": {"new", "newly", "xinjiang"},
		"Japan/(old) sun/day":                   {"day", "japan", "sun"},
		"CL:個|个[ge4]/item":                      {"item"},
		"technical ability/skill":               {"technical ability", "skill"},
		"smart (phone, system (any), bomb etc)": {"smart"},
		"variant of 參|参[can1]":                  nil,
		"one's parents' house":                  {"parents house"},
		"":                                      nil,
	} {
		var got []string
		for _, s := range sensesOf(strings.Split(definitions, "/")) {
			got = append(got, strings.Join(s, " "))
		}
		if d := diff.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", definitions, d)
		}
	}
}

func TestOptionsOf(t *testing.T) {
	senses := []sense{{"technical", "ability"}, {"skill"}, {"skill"}}
	for _, tt := range []struct {
		alike bool
		want  []option
	}{
		{false, []option{{"skill", 100}, {"technical", 59}, {"ability", 59}}},
		{true, []option{{"skill", 100}, {"technical", 50}, {"ability", 50}}},
	} {
		if d := diff.Diff(tt.want, optionsOf(senses, tt.alike), diff.AllowUnexported(option{})); d != "" {
			t.Errorf("alike %v (-want +got):\n%s", tt.alike, d)
		}
	}
}

// A word with two spellings is in the table once, in the form for lookups; one without a meaning of its own has that of
// the word that it refers to, and a grammatical word has none.
func TestMerged(t *testing.T) {
	entries, err := readEntries(strings.NewReader("上传\t上傳\tx\tto upload\n传\t傳\tx\tto pass on\n传记\t傳記\tx\tbiography\n" +
		"佈告\t佈告\tx\tvariant of 布告[bu4 gao4]\n布告\t布告\tx\tbulletin\n3D打印\t3D打印\tx\tto 3D print\n的\t的\tx\tof\n"))
	if err != nil {
		t.Fatal(err)
	}
	got := merged(entries, map[string][]sense{"传": {{"send"}}}, simpler(entries))
	want := map[string][]option{
		"上传": {{"upload", 100}}, "传": {{"send", 100}}, "传记": {{"biography", 100}}, "布告": {{"bulletin", 100}},
		"佈告": {{"bulletin", 100}},
	}
	for word := range grammatical {
		want[word] = nil
	}
	if d := diff.Diff(want, got, diff.AllowUnexported(option{})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestBadFiles(t *testing.T) {
	_, err := readEntries(strings.NewReader("a\tb\tc\n"))
	if err == nil || !strings.Contains(err.Error(), "3 columns") {
		t.Errorf("three columns: %v", err)
	}
	for list, want := range map[string]string{
		"上传 upload\n":              "line 1",
		"上传\tupload\n上传\tput up\n": "line 2",
	} {
		if _, err := readSoftware(list); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", list, err, want)
		}
	}
}
