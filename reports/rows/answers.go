package rows

// Answer is what a call was answered, and what its stage decided.
type Answer struct {
	Path, Stage string
	Decision    string // JSON; empty: none
	Failure     string // its reason; empty: none
	Digest      string // of the answer's text; empty: none
}

// answerRow has the columns of a call's row about its answer.
type answerRow struct {
	Suite    string  `parquet:"suite,dict"`
	Case     string  `parquet:"case_id,dict"`
	Sample   int32   `parquet:"sample"`
	Path     string  `parquet:"path,dict"`
	Stage    string  `parquet:"stage,dict"`
	Response *string `parquet:"response_digest"`
	Failure  *string `parquet:"error.type,dict"`
	Decision *string `parquet:"decision"`
}

func (r *answerRow) answer() Answer {
	return Answer{Path: r.Path, Stage: r.Stage, Decision: orEmpty(r.Decision), Failure: orEmpty(r.Failure),
		Digest: orEmpty(r.Response)}
}
