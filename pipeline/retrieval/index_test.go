package retrieval_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
)

var _ pipeline.Embedder = (*retrieval.Words)(nil)

func words(t testing.TB) *retrieval.Words {
	t.Helper()
	w, err := retrieval.NewWords()
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func index(t testing.TB, docs []retrieval.Document, cfg retrieval.Config) *retrieval.Index {
	t.Helper()
	x, err := retrieval.New(t.Context(), docs, words(t), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func query(t testing.TB, emb pipeline.Embedder, text string) retrieval.Query {
	t.Helper()
	q, err := retrieval.NewQuery(t.Context(), emb, text)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func top(t testing.TB, x *retrieval.Index, text string, k int) []retrieval.Candidate {
	t.Helper()
	return topBy(t, x, retrieval.BuiltIn{}, text, k)
}

func topBy(t testing.TB, x *retrieval.Index, emb pipeline.Embedder, text string, k int) []retrieval.Candidate {
	t.Helper()
	found, err := x.Top(query(t, emb, text), k)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// small is a library in two languages.
func small() []retrieval.Document {
	return []retrieval.Document{
		{Name: "terraform-engineer", Description: "Writes infrastructure as code.",
			Body: "Use when modules, state or providers change."},
		{Name: "refund-policy", Description: "Decides whether a customer gets money back.",
			Body: "Ask for the order number first."},
		{Name: "退款政策", Description: "判断客户是否可以退款,并说明原因。", Body: "先询问订单号。"},
		{Name: "k8s-helper", Description: "Kubernetes deployments, pods and logs."},
		{Name: "flight-booking", Description: "Finds and books plane tickets."},
		{Name: "pytorchlightning", Description: "Trains networks.", Body: "trainer.fit(model)"},
	}
}

func names(found []retrieval.Candidate) []string {
	var all []string
	for _, c := range found {
		all = append(all, c.Name)
	}
	return all
}

func TestFirst(t *testing.T) {
	x := index(t, small(), retrieval.Default())
	for query, want := range map[string]string{
		"terraform module":               "terraform-engineer", // in the body, in the plural
		"I want my money back":           "refund-policy",
		"客户要求退款":                         "退款政策",
		"reserve an airline seat":        "flight-booking", // no word in common
		"pytorch":                        "pytorchlightning",
		"please use REFUND-POLICY, then": "refund-policy",
	} {
		if got := top(t, x, query, 1); len(got) != 1 || got[0].Name != want || got[0].Rank != 1 {
			t.Errorf("%q: %v, want %s", query, got, want)
		}
	}
}

// a document without any signal is no candidate.
func TestNothingInCommonIsNoCandidate(t *testing.T) {
	x := index(t, small(), retrieval.Default())
	for _, query := range []string{"", " \n", "зззз", "\xff\xfe\x00", "🦫"} {
		if got := top(t, x, query, 20); len(got) > 0 {
			t.Errorf("%q: %v, want none", query, got)
		}
	}
	if got := names(top(t, x, "退款", 20)); !slices.Equal(got, []string{"退款政策"}) {
		t.Errorf("%v, want the one that shares a word", got)
	}
	if got := top(t, index(t, nil, retrieval.Default()), "refund", 20); len(got) > 0 {
		t.Errorf("%v of no documents", got)
	}
	for _, k := range []int{0, -1} {
		if got := top(t, x, "refund", k); len(got) > 0 {
			t.Errorf("k %d: %v", k, got)
		}
	}
}

func TestTiesBreakByName(t *testing.T) {
	var docs []retrieval.Document
	for _, n := range []string{"c", "a", "d", "b", "a"} {
		docs = append(docs, retrieval.Document{Name: n, Description: "refunds"})
	}
	got := top(t, index(t, docs, retrieval.Default()), "refund", 3)
	s := got[0].Score
	want := []retrieval.Candidate{{Name: "a", Rank: 1, Score: s}, {Name: "a", Rank: 2, Score: s},
		{Name: "b", Rank: 3, Score: s}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestHostileText(t *testing.T) {
	texts := []string{
		strings.Repeat("x", 1<<20), strings.Repeat("退", 1<<18), strings.Repeat("a b ", 1<<16),
		"\xff\xfe\x00{{.}}", "🦫👨‍👩‍👧", "\u202eevil\u202c", "../../etc/passwd", "שלום עולם",
	}
	var docs []retrieval.Document
	for _, s := range texts {
		docs = append(docs, retrieval.Document{Name: s}, retrieval.Document{Name: "d", Description: s},
			retrieval.Document{Body: s})
	}
	x := index(t, docs, retrieval.Default())
	for _, s := range texts {
		for i, c := range top(t, x, s, 5) {
			if c.Rank != i+1 || c.Score < 1 || c.Score > retrieval.One {
				t.Errorf("%.20q: rank %d, score %d", s, c.Rank, c.Score)
			}
		}
	}
}

type embedder func(texts []string) ([][]float32, error)

func (e embedder) Embed(_ context.Context, texts []string) ([][]float32, error) { return e(texts) }

func TestEmbedderErrors(t *testing.T) {
	down := errors.New("down")
	first := func(v [][]float32, err error) func([]string) ([][]float32, error) {
		return func([]string) ([][]float32, error) { return v, err }
	}
	for want, e := range map[string]pipeline.Embedder{
		"there is no embedder":        nil,
		"embed: down":                 embedder(first(nil, down)),
		"1 vectors for 2 texts":       embedder(first([][]float32{{1}}, nil)),
		"of 1 and of 2 dimensions":    embedder(first([][]float32{{1}, {1, 2}}, nil)),
		"query of 3 dimensions, docu": embedder(func(s []string) ([][]float32, error) { return make2(s), nil }),
	} {
		x, err := retrieval.New(t.Context(), small()[:2], e, retrieval.Default())
		if err == nil {
			var q retrieval.Query
			if q, err = retrieval.NewQuery(t.Context(), e, "refund"); err == nil {
				_, err = x.Top(q, 1)
			}
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		if strings.Contains(want, "down") && !errors.Is(err, down) {
			t.Errorf("%v does not wrap the embedder's error", err)
		}
	}
}

// make2 gives documents two dimensions and a single query three.
func make2(texts []string) [][]float32 {
	if len(texts) == 1 {
		return [][]float32{{1, 2, 3}}
	}
	return [][]float32{{1, 0}, {0, 1}}
}

// A vector without a direction matches nothing, and its length does not matter.
func TestOddVectors(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	vectors := map[string][]float32{
		"a": {1e30, 0}, "b": {1e-30, 1e-30}, "c": {nan, 1}, "d": {inf, 1}, "e": {0, 0}, "f": {-1, 0}, "g": {0.6, 0.8},
		"query": {5, 0},
	}
	var docs []retrieval.Document
	for n := range vectors {
		if n != "query" {
			docs = append(docs, retrieval.Document{Name: n})
		}
	}
	emb := embedder(func(texts []string) ([][]float32, error) {
		var v [][]float32
		for _, s := range texts {
			v = append(v, vectors[strings.TrimSpace(s)])
		}
		return v, nil
	})
	x, err := retrieval.New(t.Context(), docs, emb, retrieval.Config{Meaning: 1})
	if err != nil {
		t.Fatal(err)
	}
	want := []retrieval.Candidate{{Name: "a", Rank: 1, Score: 1_000_000}, {Name: "b", Rank: 2, Score: 707_092},
		{Name: "g", Rank: 3, Score: 599_975}}
	if d := cmp.Diff(want, topBy(t, x, emb, "query", 9)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestConfigErrors(t *testing.T) {
	for want, cfg := range map[string]retrieval.Config{
		"no signal has a weight": {},
		"signal weighs -1":       {Words: 1, Letters: -1},
		"field weighs -1":        {Words: 1, Body: -1},
		"field weighs NaN":       {Words: 1, Name: math.NaN()},
		"-2 code points":         {Words: 1, Reach: -2, Saturation: 1},
		"a saturation of 0":      {Letters: 1},
		"a saturation of NaN":    {Words: 1, Saturation: math.NaN()},
		"signal weighs 9000000":  {Words: 9_000_000},
	} {
		if _, err := retrieval.New(t.Context(), nil, nil, cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestDigest(t *testing.T) {
	base := index(t, small(), retrieval.Default()).Digest()
	turned := small()
	slices.Reverse(turned)
	if d := index(t, turned, retrieval.Default()).Digest(); d != base {
		t.Errorf("%s in another order, %s before", d, base)
	}
	edited, cfg, moved := small(), retrieval.Default(), small()
	edited[1].Body += "!"
	cfg.Letters++
	moved[1].Description, moved[1].Body = moved[1].Description+"A", moved[1].Body[1:]
	for name, d := range map[string]string{
		"body":    index(t, edited, retrieval.Default()).Digest(),
		"config":  index(t, small(), cfg).Digest(),
		"borders": index(t, moved, retrieval.Default()).Digest(),
		"fewer":   index(t, small()[1:], retrieval.Default()).Digest(),
	} {
		if d == base {
			t.Errorf("%s: the digest stays %s", name, d)
		}
	}
}

var update = flag.Bool("update", false, "write testdata/scores.txt anew")

// TestSameBits compares scores and vectors with those of the processor on which the file was written.
func TestSameBits(t *testing.T) {
	var b strings.Builder
	x := index(t, small(), retrieval.Default())
	queries := []string{"terraform module", "I want my money back", "客户要求退款 refund", "book a cheap flight to Beijing",
		"pod logs"}
	vectors, err := words(t).Embed(t.Context(), queries)
	if err != nil {
		t.Fatal(err)
	}
	for i, q := range queries {
		h := fnv.New64a()
		for _, f := range vectors[i] {
			fmt.Fprintf(h, "%08x", math.Float32bits(f))
		}
		fmt.Fprintf(&b, "%s: vector %016x\n", q, h.Sum64())
		for _, c := range top(t, x, q, 10) {
			fmt.Fprintf(&b, "%2d %7d %s\n", c.Rank, c.Score, c.Name)
		}
	}
	fmt.Fprintln(&b, "library", x.Digest())
	file := filepath.Join("testdata", "scores.txt")
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), b.String()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
