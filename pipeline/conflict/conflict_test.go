package conflict

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSides(t *testing.T) {
	type sides struct {
		Ours, Theirs string
		Whole        bool
	}
	same := func(text string) sides { return sides{text, text, false} }
	for name, c := range map[string]struct {
		text string
		line int
		want sides
	}{
		"none":  {"a\nb\n", 0, same("a\nb\n")},
		"empty": {"", 0, sides{}},
		"one": {"a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> f\nd\n", 2,
			sides{"a\nb\nd\n", "a\nc\nd\n", true}},
		"two": {"<<<<<<< HEAD\n=======\nc\n>>>>>>> f\nd\n<<<<<<< HEAD\ne\n=======\n>>>>>>> f\n", 1,
			sides{"d\ne\n", "c\nd\n", true}},
		"diff3": {"<<<<<<< HEAD\nb\n||||||| 1f0a5e2\no\n=======\nc\n>>>>>>> f\n", 1, sides{"b\n", "c\n", true}},
		"a conflict of the bases within": {"<<<<<<< HEAD\nb\n||||||| merged common ancestors\n" +
			"<<<<<<<<< Temporary merge branch 1\no\n=========\np\n>>>>>>>>> Temporary merge branch 2\n" +
			"=======\nc\n>>>>>>> f\n", 1, sides{"b\n", "c\n", true}},
		"longer markers": {"<<<<<<<<<< HEAD\n<<<<<<< x\n=======\n>>>>>>> y\n==========\nc\n>>>>>>>>>> f\n", 1,
			sides{"<<<<<<< x\n=======\n>>>>>>> y\n", "c\n", true}},
		"CRLF":        {"<<<<<<< HEAD\r\nb\r\n=======\r\nc\r\n>>>>>>> f\r\n", 1, sides{"b\r\n", "c\r\n", true}},
		"no label":    {"<<<<<<<\nb\n=======\nc\n>>>>>>>\n", 1, sides{"b\n", "c\n", true}},
		"no line end": {"<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> f", 1, sides{"b\n", "c\n", true}},
		"no end":      {"a\n<<<<<<< HEAD\nb\n=======\nc\n", 2, sides{"a\nb\n", "a\nc\n", false}},
		"no middle":   {"<<<<<<< HEAD\nb\n>>>>>>> f\n", 1, sides{"b\n>>>>>>> f\n", "", false}},
		"no begin":    {"b\n>>>>>>> f\n", 2, sides{}},
		"indented":    {" <<<<<<< HEAD\n =======\n >>>>>>> f\n", 0, same(" <<<<<<< HEAD\n =======\n >>>>>>> f\n")},
		"a heading":   {"A\n=======\n", 0, same("A\n=======\n")},
		"no marker":   {"<<<<<<<HEAD\n======= x\n<<<<<< HEAD\n", 0, same("<<<<<<<HEAD\n======= x\n<<<<<< HEAD\n")},
	} {
		ours, theirs, ok := Sides([]byte(c.text))
		if d := cmp.Diff(c.want, sides{string(ours), string(theirs), ok}); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
		if line := Line([]byte(c.text)); line != c.line {
			t.Errorf("%s: line %d, want %d", name, line, c.line)
		}
	}
}

func TestEnds(t *testing.T) {
	for name, c := range map[string]struct{ text, begin, end string }{
		"one":    {"a\n<<<<<<< HEAD\n=======\n>>>>>>> f g\n", "<<<<<<< HEAD", ">>>>>>> f g"},
		"CRLF":   {"<<<<<<< HEAD\r\n=======\r\n>>>>>>> f\r\n", "<<<<<<< HEAD", ">>>>>>> f"},
		"no end": {"<<<<<<< HEAD\n=======\n", "", ""},
		"none":   {"a\n", "", ""},
	} {
		if begin, end := Ends([]byte(c.text)); begin != c.begin || end != c.end {
			t.Errorf("%s: %q, %q", name, begin, end)
		}
		ours, theirs := Labels([]byte(c.text))
		if want := strings.TrimPrefix(c.begin, "<<<<<<< "); ours != want {
			t.Errorf("%s: ours is %q, want %q", name, ours, want)
		}
		if want := strings.TrimPrefix(c.end, ">>>>>>> "); theirs != want {
			t.Errorf("%s: theirs is %q, want %q", name, theirs, want)
		}
	}
}
