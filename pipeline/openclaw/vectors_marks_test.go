package openclaw

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/systemprompt"
)

// given is a value that the program took for a text; null or another type is none.
type given struct {
	text   string
	isText bool
}

// UnmarshalJSON accepts any value.
func (g *given) UnmarshalJSON(raw []byte) error {
	g.isText = raw[0] == '"'
	if !g.isText {
		return nil
	}
	return json.Unmarshal(raw, &g.text)
}

// decoded decodes an input that may have one of several shapes.
func decoded[T any](t *testing.T, raw json.RawMessage) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// eachVector compares a rule's result for every input of a file with the program's, each in a subtest.
func eachVector[In, Out any](t *testing.T, file string, rule func(In) Out) {
	t.Helper()
	eachCase(t, file, func(t *testing.T, v vector[In, Out], by func(string)) {
		if diff := cmp.Diff(v.Expected, rule(v.Input)); diff != "" {
			t.Errorf("-program +here:\n%s", diff)
		}
	})
}

func TestVectorSystemMark_O20(t *testing.T) {
	type verdict struct {
		HasSystemMark       bool
		PrefixSystemMessage string
	}
	eachVector(t, "system_mark.json", func(in given) verdict {
		return verdict{systemprompt.Marked(in.text), systemprompt.Mark(in.text)}
	})
}

// isSilentReplyPrefixText is left out: nothing here streams replies to a user, so nothing is held back.
func TestVectorSilentToken_O21(t *testing.T) {
	type verdict struct {
		IsSilentReplyText bool
		StripSilentToken  string
		HeartbeatToken    *verdict // the same functions with another token
	}
	eachVector(t, "silent_token.json", func(in given) verdict {
		of := func(token systemprompt.Token, other *verdict) verdict {
			return verdict{token.Is(in.text), token.Strip(in.text), other}
		}
		other := of(systemprompt.Heartbeat, nil)
		return of(systemprompt.Silent, &other)
	})
}

func TestVectorHeartbeatStrip_O22(t *testing.T) {
	type verdict struct {
		ShouldSkip bool
		Text       string
		DidStrip   bool
	}
	eachCase(t, "heartbeat_strip.json", func(t *testing.T, v struct {
		vector[given, verdict]
		Options struct {
			Mode        string
			MaxAckChars any
		}
	}, by func(string)) {
		got := systemprompt.StripHeartbeat(v.Input.text)
		if v.Options.Mode == "heartbeat" {
			got = systemprompt.StripHeartbeatReply(v.Input.text, systemprompt.AckLimit(v.Options.MaxAckChars))
		}
		if diff := cmp.Diff(v.Expected, verdict{got.Skip, got.Text, got.Did}); diff != "" {
			t.Errorf("-program +here:\n%s", diff)
		}
	})
}

// The rule is about an existing file: without one the program continues.
func TestVectorHeartbeatFileEmpty_O22(t *testing.T) {
	eachVector(t, "heartbeat_file_empty.json", func(in given) bool {
		return in.isText && systemprompt.EmptyHeartbeatFile(in.text)
	})
}

func TestVectorSanitizeLiteral_O38(t *testing.T) {
	type block struct {
		Label, Text string
		MaxChars    float64
	}
	eachCase(t, "sanitize_literal.json", func(t *testing.T, v struct {
		vector[json.RawMessage, string]
		Fn string
	}, by func(string)) {
		var got string
		if v.Fn == "wrapUntrustedPromptDataBlock" {
			b := decoded[block](t, v.Input)
			got = systemprompt.Block(b.Label, b.Text, int(b.MaxChars))
		} else {
			got = systemprompt.Literal(decoded[string](t, v.Input))
		}
		want := v.Expected
		if !strings.Contains(string(v.Input), "\uFFFD") { // half a surrogate pair, which no Go text has
			want = strings.ReplaceAll(want, "\uFFFD", "")
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("-program +here:\n%s", diff)
		}
	})
}

// replyVector is a payload of any fields, of which some are media.
type replyVector struct {
	Payload map[string]any
	Options struct {
		SilentToken    systemprompt.Token
		StripHeartbeat *bool
		ResponsePrefix string
	}
}

// reply returns the rule's view of the payload.
func (v replyVector) reply() systemprompt.Reply {
	var r systemprompt.Reply
	r.Text, _ = v.Payload["text"].(string)
	r.ChannelData, _ = v.Payload["channelData"].(map[string]any)
	if url, _ := v.Payload["mediaUrl"].(string); url != "" {
		r.Media = append(r.Media, url)
	}
	urls, _ := v.Payload["mediaUrls"].([]any)
	for range urls { // the rule counts them
		r.Media = append(r.Media, "url")
	}
	return r
}

func TestVectorNormalizeReply_O39(t *testing.T) {
	type verdict struct {
		Delivered  map[string]any
		SkipReason systemprompt.Skip
	}
	eachVector(t, "normalize_reply.json", func(v replyVector) verdict {
		text, skip := systemprompt.Normalizer{
			Silent: v.Options.SilentToken, Prefix: v.Options.ResponsePrefix,
			KeepHeartbeat: v.Options.StripHeartbeat != nil && !*v.Options.StripHeartbeat,
		}.Normalize(v.reply())
		if skip != "" {
			return verdict{SkipReason: skip}
		}
		delivered := maps.Clone(v.Payload)
		if delete(delivered, "text"); v.Payload["text"] != nil {
			delivered["text"] = text
		}
		return verdict{Delivered: delivered}
	})
}
