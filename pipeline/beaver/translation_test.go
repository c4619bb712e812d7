package beaver

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// english are two skills in English, and one in Chinese.
func english() []pipeline.SkillDir {
	return []pipeline.SkillDir{
		skillOf("uploads", "Upload pictures to the cloud.", "Ask for the folder."),
		skillOf("logs", "Read the logs of a server.", "Start at the end."),
		skillOf("周报", "写一份周报。", "每条一行。"),
	}
}

func skillOf(name, description, body string) pipeline.SkillDir {
	return skillText(name, "---\nname: "+name+"\ndescription: "+description+"\n---\n"+body)
}

// A Chinese message finds English skills, and the trace has the translated words; it finds a Chinese one by its own
// words, and an English message has none.
func TestCandidates_A2_Via(t *testing.T) {
	for message, want := range map[string]string{
		"上传图片":             `"name":"uploads","rank":1`,
		"读取服务器的日志":         `"name":"logs","rank":1`,
		"写周报":              `"name":"周报","rank":1`,
		"upload a picture": `"name":"uploads","rank":1`,
	} {
		root, _ := converse(t, pipeline.Case{Skills: english(), Block: &Block{Entry: entryMain}}, &script{},
			users(message))
		if got := event(root, "candidates"); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", message, got, want)
		}
	}
	for message, want := range map[string]string{
		"上传图片":             `"via":["上传→upload","图片→picture"]`,
		"读取服务器的日志":         `"服务器→server","日志→log"]`,
		"写周报":              "",
		"upload a picture": "",
	} {
		root, _ := converse(t, pipeline.Case{Skills: english(), Block: &Block{Entry: entryMain}}, &script{},
			users(message))
		got := event(root, "candidates")
		if !strings.Contains(got, want) || want == "" && strings.Contains(got, "via") {
			t.Errorf("%s: %s, want %q", message, got, want)
		}
	}
}

// A server's vectors replace the translation: its model gets the message and the skills unchanged.
func TestRecall_A2_AServersVectorsAreNotTranslated(t *testing.T) {
	e := &vectorist{name: "ours"}
	conv := open(t, pipeline.Case{Skills: english(), Block: &Block{Entry: entryMain}})
	root := pipeline.NewRuntime(&pipeline.Env{Model: &script{}, Embedder: e, Tools: noTools{}}, began)
	in := pipeline.Input{Kind: pipeline.UserMessage, Text: "上传图片", Skills: english()}
	if _, err := conv.Turn(t.Context(), root.At("turn-1", ""), in); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"uploads\nUpload pictures to the cloud.", "logs\nRead the logs of a server.", "周报\n写一份周报。", "上传图片",
	}
	if d := cmp.Diff(want, e.texts, cmpopts.SortSlices(strings.Compare)); d != "" {
		t.Errorf("asked for (-want +got):\n%s", d)
	}
	if got := event(root, "candidates"); got == "" || strings.Contains(got, "via") {
		t.Errorf("candidates %s", got)
	}
}
