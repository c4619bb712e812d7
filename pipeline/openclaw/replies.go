package openclaw

import (
	"encoding/json"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/systemprompt"
)

// normalised makes a reply from a run's last answer (O-39): silent ones are not sent, nor a heartbeat's mere
// acknowledgement.
func (r *run) normalised(text string) pipeline.Reply {
	reply, skip := pipeline.Reply{Kind: pipeline.ReplyAnswer, Path: r.rt.Place()}, systemprompt.Skip("")
	if r.in.kind == kindHeartbeat {
		if s := systemprompt.StripHeartbeatReply(text, r.block.Heartbeat.maxAck()); s.Skip {
			skip = systemprompt.SkipHeartbeat
		} else {
			text = s.Text
		}
	}
	if skip == "" {
		normalizer := systemprompt.Normalizer{Prefix: r.block.ReplyPrefix}
		reply.Text, skip = normalizer.Normalize(systemprompt.Reply{Text: text})
	}
	decided := map[string]string{"kind": pipeline.ReplyAnswer}
	if skip != "" {
		reply.Kind, reply.Text = pipeline.ReplySilent, ""
		decided = map[string]string{"kind": pipeline.ReplySilent, "why": string(skip)}
	}
	r.rt.Decided(stageNormalise, decided)
	return reply
}

// maxAck returns the length up to which a heartbeat's reply is not sent (O-22).
func (h Heartbeat) maxAck() float64 {
	var setting any
	if len(h.MaxAckChars) > 0 && json.Unmarshal(h.MaxAckChars, &setting) != nil {
		setting = nil
	}
	return systemprompt.AckLimit(setting)
}

// dataBlock returns foreign text for a prompt: a label for it, and a frame that it cannot break (O-38). An empty text
// has none.
func dataBlock(label string, text pipeline.Pieces) pipeline.Pieces {
	const opens, closes = "<untrusted-text>\n", "\n</untrusted-text>"
	block := systemprompt.Block(label, text.String(), 0)
	from := strings.Index(block, opens)
	if from < 0 {
		return nil
	}
	from += len(opens)
	to := len(block) - len(closes)
	return pipeline.JoinPieces(code.Of(block[:from]), text.Source().Of(block[from:to]), code.Of(block[to:]))
}
