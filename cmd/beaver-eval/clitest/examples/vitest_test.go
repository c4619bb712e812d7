package examples_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest/examples/project"
)

// vitest is a copy of docs/examples/vitest.
type vitest struct {
	*testing.T
	dir string
}

func newVitest(t *testing.T) vitest {
	all := project.All()
	e := all[slices.IndexFunc(all, func(e project.Example) bool { return e.Client == "node" })]
	return vitest{t, e.Copy(t)}
}

// run runs the tests with variables and arguments, which have to end with a code, and returns the output.
func (v vitest) run(code int, env []string, args ...string) string {
	v.Helper()
	command := []string{"node", "../node_modules/vitest/vitest.mjs", "run"}
	args = slices.Concat([]string{"NO_COLOR=1"}, env, command, args)
	out, notes, got := project.Execute(v, v.dir, "env", args...)
	if got != code {
		v.Fatalf("%v: exit code %d, want %d\n%s%s", args, got, code, out, notes)
	}
	return out + notes
}

// says checks that an output has lines.
func (v vitest) says(out string, want ...string) {
	v.Helper()
	for _, text := range want {
		if !strings.Contains(out, text) {
			v.Errorf("nothing is said of %q:\n%s", text, out)
		}
	}
}

func (v vitest) edit(name, old, new string) {
	v.Helper()
	project.Edit(v, filepath.Join(v.dir, filepath.FromSlash(name)), old, new)
}

func (v vitest) write(name, text string) {
	v.Helper()
	project.Write(v, filepath.Join(v.dir, filepath.FromSlash(name)), text)
}

// Under vitest alone each test is a case: it fails with the diff of its prompts, in any pool, and what a run shows can
// be accepted, but not in CI. Short tests use one pool.
func TestVitest(t *testing.T) {
	t.Parallel()
	v := newVitest(t)
	pools := [][]string{
		{"--pool", "forks", "--maxWorkers", "2"}, {"--pool", "threads", "--maxWorkers", "2"},
		{"--pool", "forks", "--no-isolate", "--maxWorkers", "1"},
	}
	if testing.Short() {
		pools = pools[:1]
	}
	for _, pool := range pools {
		v.says(v.run(0, []string{"CI=true"}, pool...), "5 cases, 8 prompts as accepted")
	}

	v.edit("src/agent.ts", "Answer in one sentence.", "Answer in one short sentence.")
	out := v.run(1, nil)
	v.says(out, "FAIL  test/answer.test.ts > answer > looks up a price", "-Answer in one sentence.",
		"+Answer in one short sentence.")
	if strings.Contains(out, "FAIL  test/route.test.ts") {
		t.Errorf("tests fail that do not show the prompt:\n%s", out)
	}
	v.says(v.run(1, []string{"CI=true", "BEAVER_EVAL_ACCEPT=1"}), "CI")
	if !testing.Short() {
		v.run(1, nil) // nothing was accepted
	}
	v.run(0, []string{"BEAVER_EVAL_ACCEPT=1"})
	v.run(0, []string{"CI=true"})
}

// What a test must not do is said: one that no longer is there, two of one name, one that runs at the same time as
// others, one whose fault is not handled.
func TestVitestSaysWhatIsWrong(t *testing.T) {
	project.SkipIfQuick(t)
	t.Parallel()
	v := newVitest(t)
	v.run(0, nil, "-t", "looks up")
	v.edit("test/answer.test.ts", "'looks up a price'", "'says a price'")
	v.says(v.run(1, nil), "no test has the case of these goldens: test/answer.test.ts > answer > looks up a price")
	v.edit("test/answer.test.ts", "'says a price'", "'looks up a price'")

	v.edit("src/agent.ts", "lane === 'repair'", "lane !== 'chat'")
	v.says(v.run(1, nil), "FAIL  test/answer.test.ts > answer > chats if the router forgets a key")
	v.edit("src/agent.ts", "lane !== 'chat'", "lane === 'repair'")

	const head = "import { beaver } from 'beaver-eval/vitest'\nimport { expect, test } from 'vitest'\n" +
		"import { routeOf } from '../src/agent'\nconst answers = { router: { lane: 'chat', topics: [] } }\n"
	v.write("test/more.test.ts", head+"for (const mail of ['a', 'b']) test('twice', async () => {\n"+
		"  await beaver.answers(answers)\n  await routeOf(mail)\n})\n")
	v.says(v.run(1, nil, "more"), `the case "test/more.test.ts > twice"`)
	v.write("test/more.test.ts", head+"test.concurrent('a', async ({ beaver }) => {\n"+
		"  await beaver.answers(answers)\n  await routeOf('a')\n})\n")
	v.says(v.run(1, nil, "more"), "give their clients the URL of the test")
	v.says(v.run(1, []string{"BEAVER_EVAL_BIN=/no/beaver-eval"}), "no program /no/beaver-eval")
}

// A try that vitest makes again drops what the one before has shown, and a concurrent test has a URL of its own.
func TestVitestTries(t *testing.T) {
	project.SkipIfQuick(t)
	t.Parallel()
	v := newVitest(t)
	const more = `import { expect, test } from 'vitest'
import OpenAI from 'openai'

let tries = 0

async function ask(baseURL: string, content: string) {
  const client = new OpenAI({ baseURL: baseURL + '/v1' })
  await client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content }] })
}

test('again', { retry: 2 }, async ({ beaver }) => {
  await ask(beaver.url, 'again')
  expect(++tries).toBe(3)
})
test.concurrent.for(['a', 'b'])('at once %s', async (text, { beaver }) => ask(beaver.url, text))
`
	v.write("test/more.test.ts", more)
	v.run(0, []string{"BEAVER_EVAL_ACCEPT=1"})
	v.says(v.run(0, []string{"CI=true"}), "8 cases, 11 prompts as accepted")
}
