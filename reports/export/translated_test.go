package export_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/reports/export"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Only candidates found through a translation are printed, without control characters.
func TestWriteTranslated(t *testing.T) {
	for _, tt := range []struct {
		found []trace.Candidate
		want  string
	}{
		{nil, ""},
		{[]trace.Candidate{{Name: "uploads", Rank: 1}}, ""},
		{
			[]trace.Candidate{
				{Name: "周报", Rank: 1}, {Name: "uploads", Rank: 2, Via: []string{"上传→upload", "图片→image"}},
				{Name: "a\x1b[2J\nb", Rank: 13, Via: []string{"云\n→cloud"}},
			},
			"=== s/c/turn-1  found in English\n  2  uploads: 上传→upload, 图片→image\n" +
				` 13  a\u001b[2J\nb: 云\n→cloud` + "\n\n",
		},
	} {
		var b strings.Builder
		export.WriteTranslated(&b, "s/c", trace.Retrieval{Place: "turn-1", Candidates: tt.found})
		if d := cmp.Diff(tt.want, b.String()); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
	}
}
