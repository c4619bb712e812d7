package provider

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Events in a body: of several lines, with and without names, terminated and not.
func TestReceived(t *testing.T) {
	t.Parallel()
	for body, want := range map[string][]string{
		"":                                nil,
		"data: a\n\n":                     {"|a"},
		"event: e\ndata: a\n\ndata:b\n\n": {"e|a", "|b"},
		"data: a\r\ndata:  b\r\n\r\n":     {"|a\n b"},
		": comment\n\n\nid: 7\ndata\n\n":  {"|"},
		"event: e\n\ndata: a\n\n":         {"|a"},
		"data: {}":                        {"|{}"},
		"data: {\"a\":":                   nil,
		"data: [DONE]\n":                  {"|[DONE]"},
		"data: 1\n\ndata: 2\n\ndata: [DO": {"|1", "|2"},
	} {
		var got []string
		for name, data := range ReceivedEvents([]byte(body)) {
			got = append(got, name+"|"+string(data))
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%q (-want +got):\n%s", body, d)
		}
	}
}
