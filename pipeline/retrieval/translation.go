package retrieval

import (
	"context"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval/chinese"
)

// Maximum number of English words per Chinese one in the text of a query, and of a document.
const (
	inQuery    = 2
	inDocument = 1
)

// NewTranslatedQuery is NewQuery for a text whose Chinese words are also searched in English. Without any that the
// translator knows the result is NewQuery's.
func NewTranslatedQuery(
	ctx context.Context, emb pipeline.Embedder, tr *chinese.Translator, text string,
) (Query, error) {
	q, err := NewQuery(ctx, emb, text)
	if err != nil {
		return Query{}, err
	}
	words, err := tr.Words(q.text)
	if err != nil || len(words) == 0 {
		return q, err
	}
	t := &translation{latin: latin(q.text)}
	for _, w := range words {
		t.words = append(t.words, foreignOf(w))
	}
	t.text = strings.TrimSpace(t.latin + " " + inEnglish(words, inQuery))
	if emb != nil {
		vectors, err := ask(ctx, emb, []string{t.text})
		if err != nil {
			return Query{}, err
		}
		t.vector = vectors[0]
	}
	q.english = t
	return q, nil
}

func foreignOf(w chinese.Word) foreign {
	f := foreign{chinese: w.Chinese}
	for _, o := range w.Options {
		for _, s := range stems(o.English) {
			f.options = append(f.options, option{s, o.English, int64(o.Weight)})
		}
	}
	return f
}

// stems returns the stems of a word's forms: create and creates, whose stem is creat like that of creating.
func stems(english string) []string {
	s := string(stem([]byte(english)))
	if shorter, ok := strings.CutSuffix(s, "e"); ok && len(shorter) > 2 {
		return []string{s, shorter}
	}
	return []string{s}
}

// inEnglish returns the n best English words of each word.
func inEnglish(words []chinese.Word, n int) string {
	var all []string
	for _, w := range words {
		for _, o := range w.Options[:min(n, len(w.Options))] {
			all = append(all, o.English)
		}
	}
	return strings.Join(all, " ")
}

// latin returns the words of a text in scripts with spaces. Full-width letters become narrow.
func latin(text string) string {
	var b strings.Builder
	eachRun(text, func(run []byte, dense bool) {
		if !dense {
			b.WriteString(" " + narrow(string(run)))
		}
	})
	return strings.TrimSpace(b.String())
}

// narrow replaces full-width letters and digits by ASCII ones.
func narrow(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '\uFF01' && r <= '\uFF5E' {
			return r - '\uFF01' + '!'
		}
		return r
	}, s)
}

// InEnglish returns the documents with an English word for each Chinese one in name and description before their
// bodies, so that an English query finds them. A document without Chinese characters there stays unchanged.
func InEnglish(docs []Document, tr *chinese.Translator) ([]Document, error) {
	out := make([]Document, len(docs))
	for i, d := range docs {
		text := head(d.Name+"\n"+d.Description, MaxQuery)
		out[i] = d
		words, err := tr.Words(text)
		if err != nil {
			return nil, err
		}
		if len(words) > 0 {
			out[i].Body = inEnglish(words, inDocument) + "\n" + d.Body
		}
	}
	return out, nil
}
