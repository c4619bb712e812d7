package program

import (
	"strings"
	"testing"
)

func TestEnvironment(t *testing.T) {
	t.Setenv("PROGRAM_TEST_INHERITED", "from outside")
	t.Setenv("PROGRAM_TEST_UNSET", "secret")
	t.Setenv("HOME", "/home/me")
	s := Setup{
		Vars:  map[string]string{"OPENAI_BASE_URL": "http://door/v1", "DIR": "/tmp/$x"},
		Unset: []string{"PROGRAM_TEST_UNSET", "PROGRAM_TEST_NEVER_SET"},
	}
	env := map[string]string{"STATE": "$DIR/state", "PRICE": "$$5 $ ${DIR}s $1",
		"OPENAI_BASE_URL": "$OPENAI_BASE_URL/x", "CACHE": "$HOME/cache"}
	for name, want := range map[string]string{
		"PROGRAM_TEST_INHERITED": "from outside", "PROGRAM_TEST_UNSET": "", "DIR": "/tmp/$x", "STATE": "/tmp/$x/state",
		"PRICE": "$5 $ /tmp/$xs $1", "OPENAI_BASE_URL": "http://door/v1/x", "CACHE": "/home/me/cache",
	} {
		c := behaving(t, "variable", name)
		for k, v := range env {
			c.Env[k] = v
		}
		got, err := turnOf(t, opened(t, c, s), 1, "")
		wantReply(t, name+"="+want, got, err)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	command, serve := []string{"agent"}, []string{"agent", "--port", "$PORT"}
	post := func(p Post) *Post {
		for _, d := range []struct {
			field *string
			value string
		}{{&p.URL, "http://127.0.0.1:$PORT/chat"}, {&p.Body, `{"m": $TEXT}`}} {
			if *d.field == "" {
				*d.field = d.value
			}
		}
		return &p
	}
	env := func(name, value string) Config { return Config{Command: command, Env: map[string]string{name: value}} }
	request := func(p Post) Config { return Config{Serve: serve, Post: post(p)} }
	for _, tt := range []struct {
		c    Config
		want string // empty: none
	}{
		{Config{Command: command}, ""},
		{Config{Command: command, Reply: "file", Keep: "turn"}, ""},
		{Config{Command: command, Keep: "case"}, ""},
		{Config{Command: []string{`C:\Program Files\agent.exe`}}, ""},
		{request(Post{}), ""},
		{request(Post{URL: "http://localhost:${PORT}", Body: `[${TEXT}, $CASE, "$5", $BEAVER_EVAL_DIR]`}), ""},
		{request(Post{Body: `$TEXT`, Reply: "$.choices[0]['text']"}), ""},
		{request(Post{URL: "http://[::1]:$PORT/"}), ""},
		{env("STATE", "$BEAVER_EVAL_DIR/${OPENAI_BASE_URL} $$HOME $ 5$"), ""},
		{env("PATH", "bin:$PATH"), ""},

		{Config{}, "neither command nor serve"},
		{Config{Command: command, Serve: serve, Post: post(Post{})}, "both command and serve"},
		{Config{Command: command, Post: post(Post{})}, "post without serve"},
		{Config{Serve: serve}, "serve without post"},
		{Config{Serve: serve, Post: post(Post{}), Reply: "file"}, "reply with serve"},
		{Config{Serve: serve, Post: post(Post{}), Keep: "case"}, "keep with serve"},
		{Config{Command: command, Keep: "case", Reply: "stdout"}, "reply with keep: case"},
		{Config{Command: []string{}}, "command is empty"},
		{Config{Command: []string{" ", "x"}}, "command is empty"},
		{Config{Command: []string{"python3 agent.py"}}, "command is one word with spaces, python3 agent.py: want"},
		{Config{Command: []string{"a", "b\x00"}}, "command has a zero byte"},
		{Config{Serve: []string{""}, Post: post(Post{})}, "serve is empty"},
		{Config{Command: command, Reply: "lastline"}, "reply: lastline is none (nearest: last-line)"},
		{Config{Command: command, Reply: "email"}, "reply: email is none (known: stdout, last-line, file)"},
		{Config{Command: command, Keep: "cases"}, "keep: cases is none (nearest: case)"},

		{request(Post{URL: "http://127.0.0.1:8000/chat"}), "post.url: it does not use $PORT"},
		{request(Post{URL: "http://127.0.0.1/$PORT"}), "post.url: it does not use $PORT"},
		{request(Post{URL: "https://127.0.0.1:$PORT"}), "post.url: https://127.0.0.1:$PORT is not a URL of a service"},
		{request(Post{URL: "127.0.0.1:$PORT"}), "post.url: 127.0.0.1:$PORT is not a URL of a service"},
		{request(Post{URL: "http://192.0.2.1:$PORT"}), "post.url: 192.0.2.1 is not this machine"},
		{request(Post{URL: "http://127.0.0.1:$PROT"}), "post.url: there is no variable $PROT (nearest: $PORT)"},
		{request(Post{URL: "http://127.0.0.1:${PORT/chat"}), "post.url: ${PORT/chat: want ${NAME}"},
		{request(Post{Body: `{"m": "hello"}`}), "post.body does not use $TEXT"},
		{request(Post{Body: `{"m": "$TEXT"}`}), "post.body: $TEXT stands for a JSON string with its quotes"},
		{request(Post{Body: `{"m": $TEXT, "c": "in ${CASE}"}`}), "post.body: ${CASE stands for a JSON string"},
		{request(Post{Body: `{"m": $TXT}`}), "post.body: there is no variable $TXT (nearest: $TEXT)"},
		{request(Post{Body: `{"m": $TEXT`}), "post.body: not one JSON value"},
		{request(Post{Body: `{"m: $TEXT}`}), "post.body: $TEXT stands for a JSON string"},
		{request(Post{Body: `m=$TEXT`}), "post.body: not one JSON value"},
		{request(Post{Body: `$TEXT $TEXT`}), "post.body: not one JSON value"},
		{request(Post{Reply: "answer"}), "post.reply: answer: "},
		{request(Post{Reply: "$..answer"}), "post.reply: $..answer may find more than one text"},
		{request(Post{Reply: "$[?@.a]"}), "post.reply: $[?@.a] may find more than one text"},
		{request(Post{Reply: "$." + strings.Repeat("a", 1000)}), "post.reply: a JSONPath of 1002 bytes"},

		{env("STATE", "$BEAVER_EVAL_DRI"),
			"env.STATE: there is no variable $BEAVER_EVAL_DRI (nearest: $BEAVER_EVAL_DIR)"},
		{env("STATE", "$XDG"),
			"env.STATE: there is no variable $XDG (known: $BEAVER_EVAL_DIR, $HOME, $OPENAI_BASE_URL, $PATH)"},
		{env("STATE", "${BEAVER_EVAL_DIR"), "env.STATE: ${BEAVER_EVAL_DIR: want ${NAME}"},
		{env("STATE", "${}"), "env.STATE: ${}: want ${NAME}"},
		{env("STATE", "$PORT"), "env.STATE: there is no variable $PORT"},
		{env("STATE", "a\x00"), "env.STATE has a zero byte"},
		{env("A=B", "x"), `env: "A=B" is not a variable name`},
		{env("", "x"), `env: "" is not a variable name`},
		{env("BEAVER_EVAL_REPLY", "x"), "env: BEAVER_EVAL_REPLY is set by beaver-eval"},
		{Config{Serve: serve, Post: post(Post{}), Env: map[string]string{"PORT": "1"}},
			"env: PORT is set by beaver-eval"},
	} {
		got := ""
		if err := tt.c.Check([]string{"OPENAI_BASE_URL", "BEAVER_EVAL_DIR"}); err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" || strings.Contains(got, "\n") {
			t.Errorf("%+v: error %q, want %q", tt.c, got, tt.want)
		}
	}
}
