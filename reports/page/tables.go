package page

import (
	"context"
	"errors"
	"io/fs"

	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// The columns of a run's tables that a chunk has. Texts are named by their digests.
type (
	callRow struct {
		rows.Of
		Path       string             `parquet:"path,dict"`
		Turn       string             `parquet:"turn,dict"`
		Stage      string             `parquet:"stage,dict"`
		Try        int32              `parquet:"try"`
		Depth      int32              `parquet:"depth"`
		At         *int64             `parquet:"sent_at,timestamp(microsecond)"`
		Messages   []rows.MessageRow  `parquet:"messages,list"`
		Tools      []rows.ToolRow     `parquet:"tools,list"`
		Format     *string            `parquet:"format_digest,dict"`
		Parameters *string            `parquet:"parameters_digest,dict"`
		NumCtx     *int64             `parquet:"request_num_ctx"`
		Source     string             `parquet:"source,dict"`
		Match      string             `parquet:"match,dict"`
		From       string             `parquet:"source_from,dict"`
		Carried    bool               `parquet:"carried"`
		Model      string             `parquet:"gen_ai.response.model,dict"`
		Answer     *string            `parquet:"response_digest"`
		Reasoning  *string            `parquet:"reasoning_digest"`
		ToolCalls  []rows.ToolCallRow `parquet:"response_tool_calls,list"`
		Finish     []string           `parquet:"gen_ai.response.finish_reasons,list"`
		Prompt     int64              `parquet:"tokens_prompt"`
		Output     int64              `parquet:"tokens_output"`
		Estimated  int64              `parquet:"tokens_estimated"`
		Duration   *int64             `parquet:"duration_ns"`
		Takes      *int64             `parquet:"takes_ns"`
		Failure    *string            `parquet:"error.type,dict"`
		Detail     *string            `parquet:"error_detail"`
		Missed     bool               `parquet:"missed"`
		Decision   *string            `parquet:"decision"`
		Fallbacks  []rows.Fallback    `parquet:"fallbacks,list"`
		Marks      []string           `parquet:"marks,list"`
	}
	changeRow struct {
		rows.Of
		Path       string                  `parquet:"path,dict"`
		Stage      string                  `parquet:"stage,dict"`
		Status     string                  `parquet:"status,dict"`
		Messages   []rows.GoldenMessageRow `parquet:"messages_before,list"`
		Tools      []rows.ToolRow          `parquet:"tools_before,list"`
		Format     *string                 `parquet:"format_digest_before,dict"`
		Parameters *string                 `parquet:"parameters_digest_before,dict"`
	}
	toolUseRow struct {
		rows.Of
		Path      string `parquet:"path,dict"`
		CallPath  string `parquet:"call_path,dict"`
		Name      string `parquet:"name,dict"`
		Arguments string `parquet:"arguments_digest,dict"`
		Result    string `parquet:"result_digest,dict"`
		Failed    bool   `parquet:"failed"`
		Late      bool   `parquet:"late"`
		Source    string `parquet:"source,dict"`
		Takes     *int64 `parquet:"takes_ns"`
	}
	// oldTurnsRow has the turns of a case in a run of a version without the table of turns.
	oldTurnsRow struct {
		rows.Of
		Inputs []struct {
			Turn string `parquet:"turn,dict"`
			Kind string `parquet:"kind,dict"`
			Text string `parquet:"text_digest,dict"`
		} `parquet:"inputs,list"`
		Outcomes []struct {
			Turn    string          `parquet:"turn,dict"`
			Status  string          `parquet:"status,dict"`
			Replies []rows.ReplyRow `parquet:"replies,list"`
		} `parquet:"outcomes,list"`
	}
)

func ofTurn(r *rows.TurnRow) rows.Of { return rows.Of{Suite: r.Suite, Case: r.Case, Sample: r.Sample} }

// tables are the tables of a run beside that of its cases, read case by case. Those that its version did not write are
// nil.
type tables struct {
	calls    *rows.ByCase[callRow]
	changes  *rows.ByCase[changeRow]
	tools    *rows.ByCase[toolUseRow]
	events   *rows.ByCase[eventRow]
	turns    *rows.ByCase[rows.TurnRow]
	oldTurns *rows.ByCase[oldTurnsRow]
	library  *rows.Library
}

func openTables(ctx context.Context, folder string) (_ *tables, err error) {
	t := &tables{}
	defer func() {
		if err != nil {
			err = errors.Join(err, t.close())
		}
	}()
	if t.calls, err = rows.OpenByCase(folder, "calls", func(r *callRow) rows.Of { return r.Of }); err != nil {
		return nil, err
	}
	if t.changes, err = rows.OpenByCase(folder, "changes", func(r *changeRow) rows.Of { return r.Of }); err != nil {
		return nil, err
	}
	t.tools, err = rows.OpenByCase(folder, "tools", func(r *toolUseRow) rows.Of { return r.Of })
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	t.events, err = rows.OpenByCase(folder, "events", func(r *eventRow) rows.Of { return r.Of })
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	t.turns, err = rows.OpenByCase(folder, "turns", ofTurn)
	if errors.Is(err, fs.ErrNotExist) {
		t.oldTurns, err = rows.OpenByCase(folder, "cases", func(r *oldTurnsRow) rows.Of { return r.Of })
	}
	if err != nil {
		return nil, err
	}
	t.library, err = rows.OpenLibrary(ctx, folder)
	return t, err
}

func (t *tables) close() error {
	errs := []error{t.calls.Close(), t.changes.Close(), t.tools.Close(), t.events.Close(),
		t.turns.Close(), t.oldTurns.Close()}
	if t.library != nil {
		errs = append(errs, t.library.Close())
	}
	return errors.Join(errs...)
}

// caseRows holds the rows of one case.
type caseRows struct {
	calls   []callRow
	changes []changeRow
	tools   []toolUseRow
	events  []eventRow
	turns   []rows.TurnRow
}

// read reads the rows of the next case.
func (t *tables) read(which rows.Of) (*caseRows, error) {
	r := &caseRows{}
	err := errors.Join(
		t.calls.Each(which, func(row *callRow) { r.calls = append(r.calls, *row) }),
		t.changes.Each(which, func(row *changeRow) { r.changes = append(r.changes, *row) }),
		t.tools.Each(which, func(row *toolUseRow) { r.tools = append(r.tools, *row) }),
		t.events.Each(which, func(row *eventRow) { r.events = append(r.events, *row) }),
		t.turns.Each(which, func(row *rows.TurnRow) { r.turns = append(r.turns, *row) }),
		t.oldTurns.Each(which, func(row *oldTurnsRow) { r.turns = row.turns() }),
	)
	return r, err
}

// turns returns the row as rows of turns, without sums and states.
func (r *oldTurnsRow) turns() []rows.TurnRow {
	var turns []rows.TurnRow
	for _, in := range r.Inputs {
		turn := rows.TurnRow{Suite: r.Suite, Case: r.Case, Sample: r.Sample,
			Turn: in.Turn, Kind: in.Kind, User: in.Text}
		for i := range r.Outcomes {
			if o := &r.Outcomes[i]; o.Turn == in.Turn {
				turn.Status, turn.Replies = &o.Status, o.Replies
			}
		}
		turns = append(turns, turn)
	}
	return turns
}
