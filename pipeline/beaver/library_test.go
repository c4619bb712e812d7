package beaver

import (
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// counted counts how often a SKILL.md is opened.
type counted struct {
	fs.FS
	opened *atomic.Int64
}

func (c counted) Open(name string) (fs.File, error) {
	c.opened.Add(1)
	return c.FS.Open(name)
}

// withLibrary returns a case with one skill in a library with this digest.
func withLibrary(digest string, opened *atomic.Int64) pipeline.Case {
	dir := skillDir("letter", "Write a letter", "Begin.")
	dir.Dir = counted{dir.Dir, opened}
	return pipeline.Case{Library: digest, Skills: []pipeline.SkillDir{dir}}
}

// Cases with equal digests share a library, which is loaded once, however many come at the same time.
func TestLibraries_A2_OneLoadPerDigest(t *testing.T) {
	l := newLibraries()
	var opened [3]atomic.Int64
	libs := make([]*library, 96)
	var wg sync.WaitGroup
	for i := range libs {
		wg.Go(func() {
			libs[i] = l.get(withLibrary(fmt.Sprint(i%3), &opened[i%3]))
		})
	}
	wg.Wait()
	var one atomic.Int64
	if skills.Load(withLibrary("", &one).Skills, skills.Lenient); one.Load() == 0 {
		t.Fatal("a load opens nothing: what is counted here is not loading")
	}
	for i := range opened {
		if got := opened[i].Load(); got != one.Load() {
			t.Errorf("library %d: its file was opened %d times, one load does it %d times", i, got, one.Load())
		}
	}
	for i, lib := range libs {
		if lib == nil || lib != libs[i%3] {
			t.Errorf("case %d has another library than case %d", i, i%3)
		}
	}
}

// A series of new libraries does not fill the memory, and a forgotten one is loaded again.
func TestLibraries_A2_Bounded(t *testing.T) {
	l := newLibraries()
	var opened atomic.Int64
	for i := range 3 * maxLibraries {
		l.get(withLibrary(fmt.Sprint(i), &opened))
		if n := l.loaded.Len(); n > maxLibraries {
			t.Fatalf("%d libraries are kept, want at most %d", n, maxLibraries)
		}
	}
	before := opened.Load()
	lib := l.get(withLibrary("0", &opened))
	if lib.skills["letter"] == nil || opened.Load() == before {
		t.Errorf("library %+v, opened %d times more", lib, opened.Load()-before)
	}
}

// A library without a digest is not cached: the next one may differ. A case without skills has none.
func TestLibraries_A7_WithoutDigest(t *testing.T) {
	l := newLibraries()
	var opened atomic.Int64
	for range 2 {
		if lib := l.get(withLibrary("", &opened)); lib == nil {
			t.Fatal("no library")
		}
	}
	if n := l.loaded.Len(); n > 0 {
		t.Errorf("%d libraries are kept", n)
	}
	if lib := l.get(pipeline.Case{Library: "named"}); lib != nil {
		t.Errorf("a case without skills: %v", lib)
	}
}

// Published skills are candidates; drafts, those under review and the router's guidance are not.
func TestLibrary_L0_R2_Candidates(t *testing.T) {
	file := func(name, more string) pipeline.SkillDir {
		return skillText(name, "---\nname: "+name+"\ndescription: Write a letter\n"+more+"---\n"+name+" body")
	}
	lib := load([]pipeline.SkillDir{
		file("plain", ""), file("published", "status: published\n"), file("draft", "status: draft\n"),
		file("reviewable", "status: 'reviewable'\n"),
		file("null", "status: null\n"), file("numbered", "status: 1\n"), file(routerSkill, ""),
	})
	var got []string
	for _, name := range []string{"plain", "published", "draft", "reviewable", "null", "numbered", routerSkill} {
		if lib.skills[name] != nil {
			got = append(got, name)
		}
	}
	if d := cmp.Diff([]string{"plain", "published", "null", "numbered"}, got); d != "" {
		t.Errorf("candidates (-want +got):\n%s", d)
	}
	if bodyOf(lib.router) != routerSkill+" body" || len(lib.docs) != len(got) {
		t.Errorf("guidance %q, %d skills to be found", bodyOf(lib.router), len(lib.docs))
	}
}

// An unpublished skill guides neither a run nor the router.
func TestLibrary_L0_R2_DraftGuidesNobody(t *testing.T) {
	for _, status := range []string{"draft", "reviewable"} {
		lib := load([]pipeline.SkillDir{skillText(routerSkill,
			"---\nname: "+routerSkill+"\ndescription: d\nstatus: "+status+"\n---\nUnread rules.")})
		if lib.router != nil {
			t.Errorf("status %s: there is guidance, want none", status)
		}
	}
}

// The loader and the embedder fail as the case says: no model is asked, and the trace says why. Any other value is an
// error.
func TestRetrieval_P5_A6_Fails(t *testing.T) {
	for _, what := range []pipeline.Part{pipeline.PartLoader, pipeline.PartEmbedder} {
		m := &script{}
		root, _ := converse(t, pipeline.Case{Skills: alike(3), Block: &Block{Retrieval: Retrieval{Fail: what}}}, m,
			users("a letter"))
		if d := cmp.Diff([]pipeline.Fallback{{Stage: stageFinal, Reason: reasonResolver}}, fallbacks(root)); d != "" {
			t.Errorf("%s: fallbacks (-want +got):\n%s", what, d)
		}
		if len(m.kept) != 2 || len(activeSkills(m.kept[1])) > 0 {
			t.Errorf("%s: %d calls, want router and main without skills", what, len(m.kept))
		}
	}
	sys, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	if _, err = sys.Open(pipeline.Case{Block: &Block{Retrieval: Retrieval{Fail: "disk"}}}); err == nil ||
		!strings.Contains(err.Error(), `got "disk"`) {
		t.Errorf("fail: disk: %v", err)
	}
}

// The candidates are in the trace with rank and score; rank is their order, and scores do not increase.
func TestCandidates_A2_InTheTrace(t *testing.T) {
	m := &script{}
	root, _ := converse(t, pipeline.Case{Skills: alike(3), Block: &Block{Entry: entryMain}}, m, users("a letter"))
	for _, part := range []string{`{"name":"letter-00","rank":1,"score":`, `{"name":"letter-01","rank":2,"score":`,
		`{"name":"letter-02","rank":3,"score":`} {
		if !strings.Contains(event(root, "candidates"), part) {
			t.Errorf("no %s in %s", part, event(root, "candidates"))
		}
	}
	if d := cmp.Diff([]string{"letter-00", "letter-01", "letter-02"}, offeredSkills(m.kept[0])); d != "" {
		t.Errorf("candidates of one score stand by their names (-want +got):\n%s", d)
	}
}

// The top k are k, if there are so many: skills that have nothing in common with the message come last, by name.
func TestCandidates_A2_K2_TopKOfASmallLibrary(t *testing.T) {
	dirs := []pipeline.SkillDir{skillDir("uvw-2", "Uvw", "Uvw."), skillDir("letter", "Write a letter", "Dear Sir."),
		skillDir("uvw-3", "Uvw", "Uvw."), skillDir("uvw-1", "Uvw", "Uvw.")}
	for _, tt := range []struct {
		says string
		k    int
		want []string
	}{
		{"letter", 20, []string{"letter", "uvw-1", "uvw-2", "uvw-3"}},
		{"letter", 3, []string{"letter", "uvw-1", "uvw-2"}},
		{"letter", 1, []string{"letter"}},
		{"😀", 2, []string{"letter", "uvw-1"}},
	} {
		m := &script{}
		root, _ := converse(t, pipeline.Case{Skills: dirs, Block: &Block{Entry: entryMain,
			Limits: Limits{SkillCandidates: tt.k}}}, m, users(tt.says))
		if d := cmp.Diff(tt.want, offeredSkills(m.kept[0])); d != "" {
			t.Errorf("%s, %d: candidates (-want +got):\n%s", tt.says, tt.k, d)
		}
		if got := event(root, "candidates"); tt.k == 3 && !strings.HasSuffix(got,
			`{"name":"uvw-1","rank":2,"score":0},{"name":"uvw-2","rank":3,"score":0}]`) {
			t.Errorf("the trace has %s", got)
		}
	}
}
