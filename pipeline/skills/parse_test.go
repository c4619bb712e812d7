package skills_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

const head = "---\nname: pdf\ndescription: Reads PDF.\n---\n"

func TestParseLenient(t *testing.T) {
	tests := []struct {
		about, file string
		name, desc  string
		body        string
		mended      []string // kinds
	}{
		{about: "well-formed", file: head + "\n# PDF\n", name: "pdf", desc: "Reads PDF.", body: "\n# PDF\n"},
		{about: "rulers in the body", file: head + "a\n\n---\n\nb\n---\n", name: "pdf", desc: "Reads PDF.",
			body: "a\n\n---\n\nb\n---\n"},
		{about: "nothing behind the frontmatter", file: strings.TrimSuffix(head, "\n"), name: "pdf",
			desc: "Reads PDF."},
		{about: "BOM", file: "\uFEFF" + head + "x", name: "pdf", desc: "Reads PDF.", body: "x",
			mended: []string{"bom"}},
		{about: "CRLF", file: strings.ReplaceAll(head+"x\n", "\n", "\r\n"), name: "pdf", desc: "Reads PDF.",
			body: "x\n", mended: []string{"line-ends"}},
		{about: "not UTF-8", file: head + "g\xb3osowych\n", name: "pdf", desc: "Reads PDF.", body: "g\uFFFDosowych\n",
			mended: []string{"encoding"}},
		{about: "blank lines before", file: "\n \n" + head + "x", name: "pdf", desc: "Reads PDF.", body: "x",
			mended: []string{"late"}},
		{about: "text before", file: "<!-- origin -->\n" + head + "x", name: "pdf", desc: "Reads PDF.",
			body: "<!-- origin -->\nx", mended: []string{"late"}},
		{about: "in a YAML fence", file: "# PDF\n\n```yaml\n" + head + "```\nx", name: "pdf", desc: "Reads PDF.",
			body: "# PDF\n\nx", mended: []string{"late", "fence"}},
		{about: "a YAML fence in place of the lines", file: "# PDF\n```yaml\nname: pdf\ndescription: d\n```\nx",
			name: "pdf", desc: "d", body: "# PDF\nx", mended: []string{"late", "fence"}},
		{about: "fence around all", file: "```markdown\n" + head + "x\n```bash\nls\n```\n```\n", name: "pdf",
			desc: "Reads PDF.", body: "x\n```bash\nls\n```\n", mended: []string{"fence"}},
		{about: "fence around all, left open", file: "```skill\n" + head + "x\n```bash\nls\n```\n", name: "pdf",
			desc: "Reads PDF.", body: "x\n```bash\nls\n```\n", mended: []string{"fence"}},
		{about: "no line before", file: head[4:] + "x", name: "pdf", desc: "Reads PDF.", body: "x",
			mended: []string{"unopened"}},
		{about: "nothing but YAML", file: "name: pdf\ndescription: d\ntools:\n- a\n", name: "pdf", desc: "d",
			mended: []string{"unopened", "unterminated"}},
		{about: "a comment", file: "---\nname: pdf\ndescription: d\n\n# PDF\n---\nx", name: "pdf", desc: "d",
			body: "x"},
		{about: "unterminated, a heading", file: "---\nname: pdf\ndescription: d\n\n# PDF\nx", name: "pdf", desc: "d",
			body: "# PDF\nx", mended: []string{"unterminated"}},
		{about: "unterminated, a ruler in the body", file: "---\nname: pdf\ndescription: d\n\n# PDF\nx\n\n---\ny",
			name: "pdf", desc: "d", body: "# PDF\nx\n\n---\ny", mended: []string{"unterminated"}},
		{about: "heading glued to the line", file: "---\nname: pdf\ndescription: d\n---# PDF\nx", name: "pdf",
			desc: "d", body: "# PDF\nx", mended: []string{"unterminated"}},
		{about: "indented", file: "---\n    name: pdf\n    description: d\n    ---\n\n    x", name: "pdf", desc: "d",
			body: "\n    x", mended: []string{"unterminated"}},
		{about: "doubled", file: head + "\n---\nname: other\nlicense: MIT\n---\nx", name: "pdf", desc: "Reads PDF.",
			body: "x", mended: []string{"doubled"}},
		{about: "doubled, the first is empty", file: "---\n---\n" + head + "x", name: "pdf", desc: "Reads PDF.",
			body: "x", mended: []string{"doubled"}},
		{about: "doubled, the second's description is a number",
			file: "---\nname: pdf\ndescription:\n---\n---\nname: b\ndescription: 42\n---\nx", name: "pdf", desc: "42",
			body: "x", mended: []string{"doubled", "description"}},
		{about: "unquoted colon", file: "---\nname: pdf\ndescription: Use when: asked\n---\n", name: "pdf",
			desc: "Use when: asked", mended: []string{"yaml"}},
		{about: "asterisks", file: "---\nname: pdf\ndescription: **Reads:** PDF\nover lines\n\nversion: 2\n---\n",
			name: "pdf", desc: "**Reads:** PDF\nover lines", mended: []string{"yaml"}},
		{about: "at, backtick, percent", file: "---\nname: @pdf\ndescription: `pdf` reads\nauthor: %me\n---\n",
			name: "@pdf", desc: "`pdf` reads", mended: []string{"yaml", "yaml", "yaml"}},
		{about: "a tab as indentation", file: "---\nname: pdf\ndescription: d\nmetadata:\n\tkey: value\n---\n",
			name: "pdf", desc: "d", mended: []string{"yaml"}},
		{about: "quote without end", file: "---\nname: pdf\ndescription: \"Reads PDF\nlicense: MIT\n---\n", name: "pdf",
			desc: "Reads PDF", mended: []string{"yaml"}},
		{about: "text behind the quote", file: "---\nname: pdf\ndescription: \"Reads PDF.\"\n  And more.\n---\n",
			name: "pdf", desc: "Reads PDF.\n  And more.", mended: []string{"yaml"}},
		{about: "block with a bad neighbour",
			file: "---\nname: pdf\ndescription: |\n  one\n  two\nhint: [a] [b]\n---\n", name: "pdf", desc: "one\ntwo\n",
			mended: []string{"yaml"}},
		{about: "an anchor is a text", file: "---\nname: pdf\ndescription: &quot;PDF&quot; it\n---\n", name: "pdf",
			desc: "&quot;PDF&quot; it", mended: []string{"yaml"}},
		{about: "a tag is a text", file: "---\nname: pdf\ndescription: !important d\n---\n", name: "pdf",
			desc: "!important d", mended: []string{"yaml"}},
		{about: "conflict", file: "---\nname: pdf\n<<<<<<< mine\ndescription: d\n=======\n>>>>>>> theirs\n---\n",
			name: "pdf", desc: "d", mended: []string{"yaml", "yaml", "yaml", "yaml"}},
		{about: "a key twice", file: "---\nname: pdf\ndescription: one\ndescription: two\n---\n", name: "pdf",
			desc: "one", mended: []string{"key"}},
		{about: "surrogates", file: "---\nname: pdf\ndescription: \"\\ud83e\\udde0 d\"\n---\n", name: "pdf",
			desc: "🧠 d", mended: []string{"escape"}},
		{about: "no frontmatter", file: "# PDF tool\n\n```sh\nls\n```\n\nReads\nPDF.\n\nMore.\n", name: "folder",
			desc: "Reads PDF.", body: "# PDF tool\n\n```sh\nls\n```\n\nReads\nPDF.\n\nMore.\n",
			mended: []string{"missing", "name", "description"}},
		{about: "between the lines is no frontmatter", file: "---\n**Name:** pdf\n---\nx\n", name: "folder",
			desc: "**Name:** pdf", body: "---\n**Name:** pdf\n---\nx\n",
			mended: []string{"missing", "name", "description"}},
		{about: "only a heading", file: "---\nname: pdf\n---\n## Reads PDF ##\n", name: "pdf", desc: "Reads PDF",
			body: "## Reads PDF ##\n", mended: []string{"description"}},
		{about: "a summary", file: "---\nname: pdf\nsummary: s\n---\nx\n", name: "pdf", desc: "s", body: "x\n",
			mended: []string{"description"}},
		{about: "name is a number", file: "---\nname: 007\ndescription: d\n---\n", name: "007", desc: "d",
			mended: []string{"name"}},
		{about: "name is a list", file: "---\nname: [a, b]\ndescription: d\n---\n", name: "[a, b]", desc: "d",
			mended: []string{"name"}},
		{about: "name over lines", file: "---\nname: |\n  a\n  b\ndescription: d\n---\n", name: "a b", desc: "d",
			mended: []string{"name"}},
		{about: "description is a list", file: "---\nname: pdf\ndescription: [TODO: write it]\n---\n", name: "pdf",
			desc: "[TODO: write it]", mended: []string{"description"}},
		{about: "description is a map", file: "---\nname: pdf\ndescription:\n  en: d\n---\n", name: "pdf",
			desc: "en: d", mended: []string{"description"}},
		{about: "description blank", file: "---\nname: pdf\ndescription: \" \"\n---\nx\n", name: "pdf", desc: "x",
			body: "x\n", mended: []string{"description"}},
	}
	for _, tt := range tests {
		t.Run(tt.about, func(t *testing.T) {
			s, repairs, err := skills.Parse([]byte(tt.file), "folder", skills.Lenient)
			if err != nil {
				t.Fatal(err)
			}
			got := []string{s.Name, s.Description, s.Body, strings.Join(kinds(repairs), " ")}
			want := []string{tt.name, tt.desc, tt.body, strings.Join(tt.mended, " ")}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("name, description, body, repairs (-want +got):\n%s%v", d, repairs)
			}
		})
	}
}

func kinds(repairs []skills.Repair) []string {
	var all []string
	for _, r := range repairs {
		all = append(all, r.Kind)
	}
	return all
}

// O-12: what begins and ends frontmatter as the program reads it.
func TestReadDocument_O12(t *testing.T) {
	type parts struct {
		Front, A, Body string
		Line           int
	}
	for text, want := range map[string]parts{
		"---\na: 1\n---\nx\n":                {"a: 1\n", "1", "x\n", 2},
		"----\na: 1\n----\nx\n":              {"\na: 1\n", "1", "x\n", 1},
		"------\na: 1\n---\nx\n":             {Front: "--\na: 1\n", Body: "x\n", Line: 1},
		"--- # c\na: 1\n---\n":               {"# c\na: 1\n", "1", "", 1},
		"---\na: 1\n---# A\nx":               {"a: 1\n", "1", "# A\nx", 2},
		"---\n---\nx":                        {Front: "\n", Body: "x", Line: 2},
		"---\na: \"\\ud83e\\udde0\"\n---\nx": {"a: \"\\ud83e\\udde0\"\n", "🧠", "x", 2},
	} {
		doc, _, _ := skills.ReadDocument(text)
		got := parts{doc.Front, doc.Fields.Text("a"), doc.Body, doc.Line}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%q (-want +got):\n%s", text, d)
		}
	}
}

func TestParseDrops(t *testing.T) {
	tests := []struct {
		about, file string
		folder      string
		policy      skills.Policy
		kind, why   string
	}{
		{"lenient: empty", "", "f", skills.Lenient, "description", "no description, and no text to take one from"},
		{"lenient: no text in the body", "---\nname: a\n---\n\n---\n```\nls\n```\n", "f", skills.Lenient, "description",
			"no description, and no text to take one from"},
		{"lenient: no name at all", "x", "", skills.Lenient, "name",
			"no name, and neither folder nor heading to take one from"},
		{"lenient: NUL", head + "a\nb\x00", "f", skills.Lenient, "encoding",
			"line 6: a NUL byte: this is no text in UTF-8"},
		{"O-12: no frontmatter", "# PDF\n", "f", skills.Strict, "frontmatter",
			"no frontmatter at byte 0: line 1 does not begin with ---"},
		{"O-12: blank line before", "\n" + head, "f", skills.Strict, "frontmatter",
			"no frontmatter at byte 0: line 1 does not begin with ---"},
		{"O-12: BOM", "\uFEFF" + head, "f", skills.Strict, "frontmatter",
			"no frontmatter at byte 0: a byte order mark stands before it"},
		{"O-12: unterminated", "---\nname: a\ndescription: d\n# A\n --- \n", "f", skills.Strict, "frontmatter",
			"line 1: no line that begins with --- ends the frontmatter"},
		{"O-12: broken YAML", "---\nname: a\ndescription: Use when: asked\n---\n", "f", skills.Strict, "yaml",
			"line 3: mapping values are not allowed in this context"},
		{"O-12: a key twice", "---\nname: a\ndescription: d\ndescription: e\n---\n", "f", skills.Strict, "yaml",
			`line 4: the key "description" appears twice`},
		{"O-12: no map", "---\njust words\n---\n", "f", skills.Strict, "yaml",
			"line 2: the frontmatter is no map of keys and values"},
		{"O-12: number as name", "---\nname: 12\ndescription: d\n---\n", "f", skills.Strict, "name",
			"the name is no text: 12"},
		{"O-12: boolean as name", "---\nname: true\ndescription: d\n---\n", "f", skills.Strict, "name",
			"the name is no text: true"},
		{"O-12: blank name", "---\nname: ' '\ndescription: d\n---\n", "f", skills.Strict, "name", "the name is blank"},
		{"O-12: neither name nor folder", "---\ndescription: d\n---\n", "", skills.Strict, "name",
			"no name, and no folder to take one from"},
		{"O-12: no description", "---\nname: a\n---\nx", "f", skills.Strict, "description", "no description"},
		{"O-12: blank description", "---\nname: a\ndescription: ''\n---\nx", "f", skills.Strict, "description",
			"the description is blank"},
		{"O-12: number as description", "---\nname: a\ndescription: 42\n---\nx", "f", skills.Strict, "description",
			"the description is no text: 42"},
	}
	for _, tt := range tests {
		t.Run(tt.about, func(t *testing.T) {
			s, _, err := skills.Parse([]byte(tt.file), tt.folder, tt.policy)
			var e *skills.Error
			if !errors.As(err, &e) {
				t.Fatalf("got %+v, %v, want an Error", s, err)
			}
			if d := cmp.Diff([]string{tt.kind, tt.why}, []string{e.Kind, e.Error()}); d != "" {
				t.Errorf("kind, reason (-want +got):\n%s", d)
			}
		})
	}
}

func TestO12NameFromFolderUnderStrict(t *testing.T) {
	for _, name := range []string{"", "name: ~\n", "name: ''\n"} {
		s, repairs, err := skills.Parse([]byte("---\n"+name+"description: d\n---\nx"), "folder", skills.Strict)
		if err != nil || s.Name != "folder" || len(repairs) > 0 {
			t.Errorf("%q: %+v, %v, %v", name, s, repairs, err)
		}
	}
}

func TestSizeLimit(t *testing.T) {
	for _, policy := range []skills.Policy{skills.Lenient, skills.Strict} {
		file := head + strings.Repeat("x", skills.MaxBytes-len(head))
		if s, _, err := skills.Parse([]byte(file), "f", policy); err != nil ||
			len(s.Body) != skills.MaxBytes-len(head) {
			t.Errorf("%v: a file of %d bytes: %v", policy, len(file), err)
		}
		_, _, err := skills.Parse([]byte(file+"x"), "f", policy)
		if want := "256001 bytes, at most 256000 are read"; err == nil || err.Error() != want {
			t.Errorf("%v: one byte more: %v, want %s", policy, err, want)
		}
	}
}

func TestTools(t *testing.T) {
	tests := []struct {
		yaml   string
		want   []string
		mended []string
	}{
		{"tools: [web_search, 'read ', web_search]", []string{"web_search", "read"}, nil},
		{"tools: Bash, Read", []string{"Bash", "Read"}, nil},
		{"tools:\n- name: sql\n  type: x\n- fetch", []string{"sql", "fetch"}, nil},
		{"tools: [a, 7, {type: x}, ' ']", []string{"a"}, []string{"tools", "tools", "tools"}},
		{"tools: {a: b}", nil, []string{"tools"}},
		{"tools:", nil, nil},
		{"allowed-tools: Bash", nil, nil},
	}
	for _, tt := range tests {
		s, repairs, err := skills.Parse([]byte("---\nname: a\ndescription: d\n"+tt.yaml+"\n---\n"), "f", skills.Lenient)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tt.want, s.Tools); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.yaml, d)
		}
		if d := cmp.Diff(tt.mended, kinds(repairs)); d != "" {
			t.Errorf("%s: repairs (-want +got):\n%s", tt.yaml, d)
		}
	}
}
