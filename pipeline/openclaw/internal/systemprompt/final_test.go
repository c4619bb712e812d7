package systemprompt_test

import (
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/systemprompt"
)

// O-2: the user-visible part according to the section Reasoning Format.
func TestO2Final(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "",
		"no form at all":                       "no form at all",
		"<think>a</think><final>b</final>":     "b",
		"<think>a</think>\n<final>\nb\n":       "\nb\n",
		"<THINK>a</Think><Final>ÄB</FINAL> c":  "ÄB",
		"<think>a</think> b <think>c</think>d": "d",
		"<think>never closed":                  "<think>never closed",
		"<final>a</final><final>b</final>":     "a",
		"a</final>b":                           "a</final>b",
		"İ<final>K</final>":                    "K", // İ is longer in lower case
	} {
		if from, to := systemprompt.Final(text); text[from:to] != want {
			t.Errorf("Final(%q): want %q, got %q", text, want, text[from:to])
		}
	}
}
