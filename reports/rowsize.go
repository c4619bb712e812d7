package reports

// The sizes below are upper bounds, not measures: a row group may be smaller than the limit, never larger.
const (
	textSize = 4 + 8 // of a text: its length in front, its levels or its number in the dictionary behind
	numSize  = 8 + 4
)

func (r callRow) size() int {
	n := sizeOf(r.Suite, r.Case, r.Path, r.Place, r.Turn, r.Stage, r.Operation, r.RequestDigest, r.RequestModel,
		r.Source, r.Match, r.From, r.ResponseModel) + sizeOfAll(r.Stop) + sizeOfAll(r.Finish) + sizeOfAll(r.Marks)
	for _, p := range []*string{r.FormatDigest, r.ResponseDigest, r.ReasoningDigest, r.Failure, r.FailureDetail, r.Decision} {
		if n += textSize; p != nil {
			n += len(*p)
		}
	}
	for _, m := range r.Messages {
		n += sizeOf(m.Role, m.Name, m.ToolCallID) + sizeOfToolCalls(m.ToolCalls)
		for _, s := range m.Sections {
			n += sizeOf(s.Name, s.Digest)
		}
	}
	for _, t := range r.Tools {
		n += sizeOf(t.Name, t.Description, t.Schema)
	}
	return n + sizeOfToolCalls(r.ToolCalls) + sizeOfFallbacks(r.Fallbacks) + 23*numSize
}

func (r caseRow) size() int {
	return sizeOf(r.Suite, r.Case, r.File, r.Status, r.Skipped) + sizeOfAll(r.Errors) + sizeOfAll(r.Failures) + sizeOfAll(r.Warnings) +
		sizeOfAll(r.Tags) + sizeOfFallbacks(r.Fallbacks) + sizeOfAsked(r.Asked) +
		sizeOfRejected(r.Rejected) + 20*numSize
}

func (r scoreRow) size() int {
	return sizeOf(r.Suite, r.Case, r.Turn, r.Path, r.Scorer, r.Metric, r.By, r.Unit, r.Expected, r.Actual, r.Reason) + sizeOfAll(r.RestsOn) +
		sizeOfAll(r.Others) + 6*numSize
}

func (r changeRow) size() int {
	return sizeOf(r.Suite, r.Case, r.Path, r.Stage, r.Status, r.Diff) + sizeOfAll(r.Parts)
}

func (r textRow) size() int { return sizeOf(r.Digest, r.Text) + numSize }

func (r callRow) check() (column, value string)   { return "path", r.Path }
func (r caseRow) check() (column, value string)   { return "case_id", r.Case }
func (r scoreRow) check() (column, value string)  { return "path", r.Path }
func (r changeRow) check() (column, value string) { return "path", r.Path }
func (r textRow) check() (column, value string)   { return "text", r.Text }

func sizeOf(texts ...string) int {
	n := 0
	for _, t := range texts {
		n += len(t) + textSize
	}
	return n
}

// sizeOfAll is the size of a list, which is at least a level.
func sizeOfAll(texts []string) int { return sizeOf(texts...) + textSize }

func sizeOfToolCalls(calls []toolCallRow) int {
	n := 3 * textSize
	for _, c := range calls {
		n += sizeOf(c.ID, c.Name, c.Arguments)
	}
	return n
}

func sizeOfFallbacks(fallbacks []fallbackRow) int {
	n := 5 * textSize
	for _, f := range fallbacks {
		n += sizeOf(f.Path, f.Stage, f.Reason, f.Detail) + numSize
	}
	return n
}

func sizeOfRejected(rows []rejectedRow) int {
	n := 4 * textSize
	for _, r := range rows {
		n += sizeOf(r.Path, r.Stage, r.Reason, r.Detail)
	}
	return n
}

func sizeOfAsked(rows []askedRow) int {
	n := textSize
	for _, r := range rows {
		n += sizeOf(r.Stage) + numSize
	}
	return n
}
