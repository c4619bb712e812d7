package score

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/abadojack/whatlanggo"
	"github.com/theory/jsonpath/spec"

	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

func answerScorer() scorer {
	return scorer{
		metrics: append(shares(
			"answer.contains", "answer.equals", "answer.excludes", "answer.language", "answer.length", "answer.matches",
			"answer.schema",
		), Metric{"answer.json", Share, 0, 1, byAnything}, Metric{"answer.similar", Similarity, -1, 1, nil}),
		check: func(file string, line int, e *expect.Turn) error { return checkReply(file, line, e.Reply) },
		score: scoreAnswer,
	}
}

// scoreAnswer compares the user's reply with a text, parts of it, a pattern, JSONPath, a JSON Schema, another text by
// meaning, a length and a language.
func scoreAnswer(v *turnView, e *expect.Turn) ([]Score, error) {
	if e.Reply == nil || v.Outcome == nil { // scoreTurn says that there is none
		return nil, nil
	}
	a := &answerScores{v: v, e: e.Reply, got: v.Answer()}
	a.nobody = a.got == "" && (a.e.Equals == nil || *a.e.Equals != "")
	err := errors.Join(a.texts(), a.json(), a.schema(), a.similar(), a.language())
	a.length()
	return a.scores, err
}

// noAnswer is the reason for an unknown reply.
const noAnswer = "reply: not decided: the log has no answer"

type answerScores struct {
	v      *turnView
	e      *expect.Reply
	got    string
	nobody bool // replied, though a reply was due: nothing holds
	scores []Score
}

func (a *answerScores) add(metric string, holds bool, want, reason string) *Score {
	if a.nobody {
		holds, reason = false, "nobody replied: "+reason
	}
	of := assertion{
		metric: "answer." + metric, path: a.v.Place, holds: holds,
		want: want, got: a.got, reason: "reply: " + reason,
	}
	if a.v.Outcome.Unknown {
		a.scores = append(a.scores, of.undecided(noAnswer))
	} else {
		a.scores = append(a.scores, of.score())
	}
	return &a.scores[len(a.scores)-1]
}

func (a *answerScores) texts() error {
	e, got := a.e, a.got
	if e.Equals != nil {
		a.add("equals", *e.Equals == got, *e.Equals, fmt.Sprintf("want %q, got %q", *e.Equals, got))
	}
	if err := a.v.budget.Spend((1 + len(got)/10) * (len(e.Contains) + len(e.Excludes))); err != nil {
		return fmt.Errorf("reply: %w", err)
	}
	for _, part := range e.Contains {
		a.add("contains", strings.Contains(got, part), part, fmt.Sprintf("want %q in it, got %q", part, got))
	}
	for _, part := range e.Excludes {
		a.add("excludes", !strings.Contains(got, part), part, fmt.Sprintf("want no %q in it, got %q", part, got))
	}
	if e.Matches == "" {
		return nil
	}
	p, err := expect.Compile(e.Matches)
	if err == nil {
		err = a.v.budget.Spend(PatternSteps(p, got))
	}
	if err != nil {
		return fmt.Errorf("reply: matches: %w", err)
	}
	a.add("matches", p.MatchString(got), e.Matches, fmt.Sprintf("want a match of %q, got %q", e.Matches, got))
	return nil
}

// json compares the result of each path with a value, or with a list if it may find several.
func (a *answerScores) json() error {
	if len(a.e.JSON) == 0 {
		return nil
	}
	doc, noJSON := jsonvalue.Parse([]byte(a.got))
	for _, p := range a.e.JSON {
		path, want := p.Key.Name, p.Value.Node
		q, err := ParsePath(path)
		if err != nil {
			return fmt.Errorf("reply: json: %w", err)
		}
		got, holds := "nothing", false
		if noJSON == nil {
			found, err := a.v.budget.Find(q, doc, len(a.got))
			if err != nil {
				return fmt.Errorf("reply: json: %s: %w", path, err)
			}
			if got, holds, err = foundAs(q, found, want.Value()); err != nil {
				return fmt.Errorf("reply: json: %s: %w", path, err)
			}
		}
		w := string(want.JSON())
		s := a.add("json", holds, w, fmt.Sprintf("%s: want %s, got %s", path, w, got))
		s.Facet, s.Got = path, got
	}
	return nil
}

// foundAs formats what a path found, and reports whether it is the expected value.
func foundAs(q *spec.PathQuery, found []any, want any) (got string, holds bool, err error) {
	var value any = found
	if Singular(q) {
		if len(found) == 0 {
			return "nothing", false, nil
		}
		value = found[0]
	}
	text, err := jsonvalue.Marshal(value)
	return string(text), jsonvalue.Equal(value, want), err
}

func (a *answerScores) schema() error {
	if a.e.Schema == nil {
		return nil
	}
	schema, err := CompileSchema(a.e.Schema)
	if err != nil {
		return err
	}
	wrong, err := schema.Against(a.v.budget, a.got)
	if err != nil {
		return fmt.Errorf("reply: schema: %w", err)
	}
	a.add("schema", wrong == "", string(a.e.Schema.JSON()), "it does not fit the schema: "+wrong)
	return nil
}

// similar scores the cosine of the two texts' embeddings.
func (a *answerScores) similar() error {
	want := a.e.Similar
	switch {
	case want == nil:
		return nil
	case a.nobody:
		a.add("similar", false, want.To, fmt.Sprintf("want a similarity of %g to %q", want.Min, want.To))
		return nil
	}
	cosine, err := a.v.similarity(want.To, a.got)
	if err != nil {
		return fmt.Errorf("reply: similar: %w", err)
	}
	reason := fmt.Sprintf("want a similarity of %g to %q, got %.3f of %q", want.Min, want.To, cosine, a.got)
	s := a.add("similar", cosine >= want.Min, want.To, reason)
	s.Unit, s.Value = Similarity, cosine
	return nil
}

// length counts code points.
func (a *answerScores) length() {
	l := a.e.Length
	if l == nil {
		return
	}
	n := utf8.RuneCountInString(a.got)
	holds := (l.Min == nil || n >= *l.Min) && (l.Max == nil || n <= *l.Max)
	s := a.add("length", holds, l.String(), fmt.Sprintf("want %s, got %d: %q", l, n, a.got))
	s.Got = strconv.Itoa(n)
}

// language detects the language by script and letter sequences. Short texts in Latin letters are hard to detect, and
// then not scored.
func (a *answerScores) language() error {
	want := a.e.Language
	switch {
	case want == "":
		return nil
	case a.nobody:
		a.add("language", false, want, "want the language "+want)
		return nil
	}
	found := whatlanggo.Detect(a.got)
	if !found.IsReliable() {
		return fmt.Errorf("reply: language: that of %q cannot be told", a.got)
	}
	got := found.Lang.Iso6391()
	s := a.add("language", got == want, want, fmt.Sprintf("want the language %s, got %s: %q", want, got, a.got))
	s.Got = got
	return nil
}

func checkReply(file string, line int, e *expect.Reply) error {
	if e == nil {
		return nil
	}
	var errs []error
	for _, p := range e.JSON {
		q, err := ParsePath(p.Key.Name)
		if err == nil && !Singular(q) && p.Value.Node.Kind != strict.List {
			err = fmt.Errorf("%s can find several values: want a list of them, also of one or none", p.Key.Name)
		}
		if err != nil {
			errs = append(errs, p.Value.Node.Errorf("json: %w", err))
		}
	}
	if e.Schema != nil {
		_, err := CompileSchema(e.Schema)
		errs = append(errs, err)
	}
	if e.Language != "" && !knownLanguage(e.Language) {
		const want = "language: want a code of two letters, such as en or zh, got %q"
		errs = append(errs, &strict.Error{File: file, Line: line, Err: fmt.Errorf(want, e.Language)})
	}
	return errors.Join(errs...)
}

// knownLanguage reports whether a code is one that the detector can return.
func knownLanguage(code string) bool {
	for lang := range whatlanggo.Langs {
		if lang.Iso6391() == code {
			return true
		}
	}
	return false
}
