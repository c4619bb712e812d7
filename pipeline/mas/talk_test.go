package mas

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// A5: the primer and the last 15 rounds precede a prompt, and nothing from before a success.
func TestContextOf15RoundsA5(t *testing.T) {
	said := func(role, text string) pipeline.Message { return pipeline.Text(role, "said", text) }
	talk := talk{primer: said(pipeline.RoleAssistant, "primer")}
	want := []string{"primer"}
	for i := range 17 {
		ask, answer := fmt.Sprint("ask ", i), fmt.Sprint("answer ", i)
		talk.add([]pipeline.Message{said(pipeline.RoleUser, ask)}, said(pipeline.RoleAssistant, answer))
		if i >= 17-15 {
			want = append(want, ask, answer)
		}
	}
	var got []string
	for _, m := range talk.before() {
		got = append(got, m.Content())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("in front of the next prompt (-want +got):\n%s", diff)
	}
	if talk.clear(); len(talk.rounds) > 0 {
		t.Errorf("%d rounds are left after a success", len(talk.rounds))
	}
}
