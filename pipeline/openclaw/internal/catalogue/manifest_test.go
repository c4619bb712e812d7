package catalogue_test

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw/internal/catalogue"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// manifest is that of a text, also of one whose YAML is broken, which the loader drops.
func manifest(text string) catalogue.Manifest {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	doc, _, _ := skills.ReadDocument(text)
	return catalogue.ManifestOf(&skills.Skill{Frontmatter: doc.Fields, Front: doc.Front})
}

// O-12: every key as a text: as YAML reads it, or its line where YAML reads a list, a map, null or nothing at all.
func TestO12Fields(t *testing.T) {
	for front, want := range map[string]map[string]string{
		"":                                     {},
		"# nothing\n":                          {},
		"n: 1e3\nx: 0x1F\nbig: 1e21\nz: -0\n":  {"n": "1000", "x": "31", "big": "1e+21", "z": "0"},
		"t: True\nd: 2024-01-01\ny: yes\n":     {"t": "true", "d": "2024-01-01", "y": "yes"},
		"a: ' b '\n":                           {"a": "b"},
		"a: [1.50, \"1.50\"]\n":                {"a": `[1.5,"1.50"]`},
		"a: {b: 1} # c\n":                      {"a": "{b: 1} # c"},
		"a:\n  b: 1.0\n":                       {"a": `{"b":1}`},
		"a: |\n  b: c\n":                       {"a": "b: c"},
		"a: null\nb: ~\nc:\n":                  {"a": "null", "b": "~"},
		"a: 'x\n":                              {"a": "'x"},
		"a: \"b: c\" d\n":                      {"a": `"b: c" d`},
		"a: b: c\nd: \"e: f\"\ng: 'h'\n":       {"a": "b: c", "d": "e: f", "g": "h"},
		"a: b: c\nd:\n  - e\n\n  - f\ng: h\n":  {"a": "b: c", "d": "- e\n\n  - f", "g": "h"},
		"a: 1\na: 2\n":                         {"a": "2"},
		"a b: 1\n- c: 2\n d: 3\ne-f_1:  4  \n": {"e-f_1": "4"},
		"x: y: z\nq: \"\n":                     {"x": "y: z"},
	} {
		if diff := cmp.Diff(want, manifest("---\n"+front+"---\n").Fields); diff != "" {
			t.Errorf("%q (-want +got):\n%s", front, diff)
		}
	}
	for _, text := range []string{"", "---", "---\na: 1", "x\n---\na: 1\n---\n", "\uFEFF---\na: 1\n---\n"} {
		if got := manifest(text).Fields; got == nil || len(got) > 0 {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// O-13: what the metadata says, in whatever form.
func TestO13Metadata(t *testing.T) {
	for text, want := range map[string]string{
		`{"openclaw":{}}`:                                 `{}`,
		`{"clawdbot":{"emoji":"x"}}`:                      `null`,
		`{"openclaw":1,"clawdbot":{"emoji":""}}`:          `null`,
		`{"openclaw":{"always":1,"emoji":1,"os":null}}`:   `{}`,
		`{openclaw:{always:false,skillKey:'k'}}`:          `{"always":false,"skillKey":"k"}`,
		`{"openclaw":[]}`:                                 `{}`,
		`{"other":{}}`:                                    `null`,
		`[1]`:                                             `null`,
		`{openclaw:{os:" linux ,, darwin"}}`:              `{"os":["linux","darwin"]}`,
		`{openclaw:{os:[1,true,null," ",[2,null,3],{}]}}`: `{"os":["1","true","null","2,,3","[object Object]"]}`,
		`{openclaw:{requires:[]}}`:                        `{"requires":{"bins":[],"anyBins":[],"env":[],"config":[]}}`,
		`{openclaw:{install:{kind:"brew"}}}`:              `{}`,
	} {
		m := manifest("---\nmetadata: " + text + "\n---\n")
		got, err := json.Marshal(m.Metadata)
		if err != nil || string(got) != want || m.Broken != nil {
			t.Errorf("%s: %s, %v, %v, want %s", text, got, err, m.Broken, want)
		}
	}
	if m := manifest("---\nmetadata: {openclaw: {os: linux}}\n---\n"); m.Metadata != nil || m.Broken == nil {
		t.Errorf("a map of YAML in one line: %v, %v", m.Metadata, m.Broken)
	}
}

// O-13: an install is kept if it names something harmless.
func TestO13Install(t *testing.T) {
	for item, want := range map[string]string{
		`kind:" BREW ",formula:" a/b/c "`:                `{"kind":"brew","formula":"a/b/c"}`,
		`kind:"brew",cask:"x",id:"",bins:"a,b",os:["l"]`: `{"kind":"brew","bins":["a","b"],"os":["l"],"formula":"x"}`,
		`kind:"brew",formula:"-x"`:                       ``,
		`kind:"brew",formula:"a\\b"`:                     ``,
		`kind:1,type:"go",module:"a.b/c@v1"`:             `{"kind":"go","module":"a.b/c@v1"}`,
		`kind:"",type:"go",module:"a.b/c"`:               ``,
		`kind:"go",module:"https://a"`:                   ``,
		`kind:"go",module:"a@b@c"`:                       ``,
		`kind:"node",package:"@A/b"`:                     ``,
		`kind:"node",package:"a@^1.0.0"`:                 ``,
		`kind:"node",package:"a@1.0.0+b"`:                `{"kind":"node","package":"a@1.0.0+b"}`,
		`kind:"node",package:"a@next"`:                   `{"kind":"node","package":"a@next"}`,
		`kind:"node",package:"a@"`:                       ``,
		`kind:"uv",package:"a[b]>=1,<2"`:                 `{"kind":"uv","package":"a[b]>=1,<2"}`,
		`kind:"uv",package:"--index x"`:                  ``,
		`kind:"download",url:" HTTPS://A.b:443/x/../c "`: `{"kind":"download","url":"https://a.b/c"}`,
		`kind:"download",url:"http://a.b"`:               `{"kind":"download","url":"http://a.b/"}`,
		`kind:"download",url:"https:///x"`:               ``,
		`kind:"download",url:"javascript:alert(1)"`:      ``,
		`kind:"download",url:"https://a b"`:              ``,
		`kind:"apt",package:"x"`:                         ``,
		`kind:"download",url:"http://a/",archive:"zip",extract:false,stripComponents:2,targetDir:"d"`: `{` +
			`"kind":"download","url":"http://a/","archive":"zip","extract":false,"stripComponents":2,"targetDir":"d"}`,
	} {
		m := manifest("---\nmetadata: |\n  {openclaw:{install:[{" + item + "}]}}\n---\n")
		got := ""
		for _, i := range m.Metadata.Install {
			raw, err := jsonvalue.Marshal(i)
			if err != nil {
				t.Fatal(err)
			}
			got += string(raw)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", item, got, want)
		}
	}
}

// O-12: what a file's manifest says does not depend on the rest of the loader.
func FuzzManifest(f *testing.F) {
	for _, front := range []string{
		"name: a\ndescription: b\nmetadata: {\"openclaw\":{\"always\":true,\"os\":[\"linux\"]}}\n",
		"name: a\ndescription: |\n  b: c\nuser-invocable: no\n", "name: a\ndescription: 'x'\nm: {a: 1.50}\nn: ~\n",
		"name: a\ndescription: b: c\n", "metadata:\n  openclaw:\n    install: [{kind: go, module: a}]\n",
	} {
		f.Add("---\n" + front + "---\nbody\n")
	}
	f.Fuzz(func(t *testing.T, text string) {
		read := manifest(text)
		folder := pipeline.SkillDir{Path: "folder", Dir: fstest.MapFS{skills.File: {Data: []byte(text)}}}
		library := skills.Load([]pipeline.SkillDir{folder}, skills.Strict)
		if len(library.Problems) > 0 {
			return
		}
		loaded := catalogue.ManifestOf(library.Skills[0])
		if loaded.Broken != nil && read.Broken != nil {
			loaded.Broken, read.Broken = nil, nil
		}
		if diff := cmp.Diff(read, loaded); diff != "" {
			t.Errorf("%q (-read +loaded):\n%s", text, diff)
		}
	})
}
