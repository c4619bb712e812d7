package rows

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

type (
	// inputRow is the input of a turn.
	inputRow struct {
		Turn string `parquet:"turn,dict"`
		Kind string `parquet:"kind,dict"`
		Text string `parquet:"text_digest,dict"`
	}
	// outcomeRow is the outcome of a turn.
	outcomeRow struct {
		Turn    string     `parquet:"turn,dict"`
		Status  string     `parquet:"status,dict"`
		Replies []replyRow `parquet:"replies,list"`
	}
	replyRow struct {
		To   string `parquet:"to,dict"`
		Kind string `parquet:"kind,dict"`
		Path string `parquet:"path,dict"`
		Text string `parquet:"text_digest,dict"`
	}
)

func (r outcomeRow) size() int {
	n := sizeOf(r.Turn, r.Status) + 4*textSize
	for _, reply := range r.Replies {
		n += sizeOf(reply.To, reply.Kind, reply.Path, reply.Text)
	}
	return n
}

func (t *texts) inputs(all []trace.Input) []inputRow {
	var rows []inputRow
	for _, in := range all {
		rows = append(rows, inputRow{in.Place, string(in.Kind), t.keep(in.Text)})
	}
	return rows
}

func (t *texts) outcomes(all []trace.Outcome) []outcomeRow {
	var rows []outcomeRow
	for _, o := range all {
		row := outcomeRow{Turn: o.Place, Status: o.Status}
		for _, r := range o.Replies {
			row.Replies = append(row.Replies, replyRow{printable.Valid(r.To), printable.Valid(r.Kind),
				printable.Valid(r.Path), t.keep(r.Text)})
		}
		rows = append(rows, row)
	}
	return rows
}

func (r *inputRow) input(texts map[string]string) trace.Input {
	return trace.Input{Place: r.Turn, Kind: pipeline.Kind(r.Kind), Text: texts[r.Text]}
}

func (r *outcomeRow) outcome(texts map[string]string) trace.Outcome {
	o := trace.Outcome{Place: r.Turn, Outcome: pipeline.Outcome{Status: r.Status}}
	for _, reply := range r.Replies {
		o.Replies = append(o.Replies, pipeline.Reply{To: reply.To, Kind: reply.Kind, Path: reply.Path,
			Text: texts[reply.Text]})
	}
	return o
}
