package trace

import (
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func TestKeysOfSettings(t *testing.T) {
	v := Vocabulary{System: "desk", Stages: []pipeline.Stage{
		{Name: "router"}, {Name: "act", Variants: []string{"low", "high"}},
		{Name: "think", Variants: []string{pipeline.AnyVariant}},
	}}
	for key, want := range map[string]string{
		"router": "", "act": "", "act:high": "", "think:agent-7": "",
		"act:hihg":  `the stage act has no variant "hihg" (nearest: high)`,
		"act:":      `the stage act has no variant ""`,
		"think:":    `the stage think has no variant ""`,
		"router:a":  "the stage router of desk has no variants: want router",
		"rooter:a":  `desk has no stage "rooter" (nearest: router)`,
		":high":     `desk has no stage ""`,
		"act:low:b": `the stage act has no variant "low:b"`,
	} {
		err := v.Setting(key)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", key, err, want)
		}
	}
}
