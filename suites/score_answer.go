package suites

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/abadojack/whatlanggo"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// scoreAnswer holds what the user got to read against a text, parts of it, a pattern, JSONPath, a JSON Schema, another text by
// meaning, a length and a language.
func scoreAnswer(v *view, e *fixtures.Expect) ([]Score, error) {
	if e.Reply == nil || v.outcome == nil { // scoreTurn says that there is none
		return nil, nil
	}
	a := &answerScores{v: v, e: e.Reply, got: v.answer()}
	a.texts()
	err := errors.Join(a.json(), a.schema(), a.similar(), a.language())
	a.length()
	return a.scores, err
}

type answerScores struct {
	v      *view
	e      *fixtures.ReplyExpect
	got    string
	scores []Score
}

func (a *answerScores) add(metric string, holds bool, want, reason string) *Score {
	s := yes("answer", metric, a.v.place, holds, want, a.got, "reply: "+reason)
	a.scores = append(a.scores, s)
	return &a.scores[len(a.scores)-1]
}

func (a *answerScores) texts() {
	e, got := a.e, a.got
	if e.Equals != nil {
		a.add("equals", *e.Equals == got, *e.Equals, fmt.Sprintf("want %q, got %q", *e.Equals, got))
	}
	for _, part := range e.Contains {
		a.add("contains", strings.Contains(got, part), part, fmt.Sprintf("want %q in it, got %q", part, got))
	}
	for _, part := range e.Excludes {
		a.add("excludes", !strings.Contains(got, part), part, fmt.Sprintf("want no %q in it, got %q", part, got))
	}
	if e.Matches != "" {
		a.add("matches", regexp.MustCompile(e.Matches).MatchString(got), e.Matches, fmt.Sprintf("want a match of %q, got %q", e.Matches, got)) // checked when the case was read
	}
}

func (a *answerScores) json() error {
	var errs []error
	for _, p := range a.e.JSON {
		found, err := find(p.Key.Name, a.got)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		var want any
		if err := json.Unmarshal(p.Value.Node.JSON(), &want); err != nil {
			errs = append(errs, p.Value.Node.Errorf("%s: %w", p.Key.Name, err))
			continue
		}
		text, err := pipeline.MarshalJSON(found)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		w := string(p.Value.Node.JSON())
		s := a.add("json", found != nil && reflect.DeepEqual(found, want), w, fmt.Sprintf("%s: want %s, got %s", p.Key.Name, w, orNothing(found, text)))
		s.By, s.Got = p.Key.Name, string(text)
	}
	return errors.Join(errs...)
}

func orNothing(found any, text []byte) string {
	if found == nil {
		return "nothing"
	}
	return string(text)
}

func (a *answerScores) schema() error {
	if a.e.Schema == nil {
		return nil
	}
	schema, err := schemaOf(a.e.Schema)
	if err != nil {
		return err
	}
	wrong := against(schema, a.got)
	a.add("schema", wrong == "", string(a.e.Schema.JSON()), "it does not fit the schema: "+wrong)
	return nil
}

// similar is the cosine of the two texts' embeddings. The embedder here knows English words; a text without one of them has no
// meaning to it, and nothing is said of it.
func (a *answerScores) similar() error {
	want := a.e.Similar
	if want == nil {
		return nil
	}
	if a.v.embed == nil {
		return errors.New("reply: similar: there is no embedder")
	}
	vectors, err := a.v.embed.Embed(context.Background(), []string{want.To, a.got})
	if err != nil {
		return fmt.Errorf("reply: similar: %w", err)
	}
	cosine, ok := cosine(vectors[0], vectors[1])
	if !ok {
		return fmt.Errorf("reply: similar: the embedder knows no word of %q or of %q", want.To, a.got)
	}
	s := a.add("similar", cosine >= want.Min, want.To, fmt.Sprintf("want a similarity of %g to %q, got %.3f of %q", want.Min, want.To, cosine, a.got))
	s.Unit, s.Value = Similarity, cosine
	return nil
}

// cosine of two vectors, in steps of 1e-6: processors differ in bits far behind. ok is false for a vector without length.
func cosine(a, b []float32) (c float64, ok bool) {
	var dot, aa, bb float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		dot += float64(x * y)
		aa += float64(x * x)
		bb += float64(y * y)
	}
	if aa == 0 || bb == 0 {
		return 0, false
	}
	return math.Round(dot/math.Sqrt(aa*bb)*1e6) / 1e6, true
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

// language is told by script and by letters that often follow one another. Short texts in Latin letters are hard to tell, and
// then nothing is said of them.
func (a *answerScores) language() error {
	want := a.e.Language
	if want == "" {
		return nil
	}
	found := whatlanggo.Detect(a.got)
	if !found.IsReliable() {
		return fmt.Errorf("reply: language: nobody can tell that of %q", a.got)
	}
	got := found.Lang.Iso6391()
	s := a.add("language", got == want, want, fmt.Sprintf("want the language %s, got %s: %q", want, got, a.got))
	s.Got = got
	return nil
}

// knownLanguage says whether a code can be an answer of the detector.
func knownLanguage(code string) bool {
	for lang := range whatlanggo.Langs {
		if lang.Iso6391() == code {
			return true
		}
	}
	return false
}
