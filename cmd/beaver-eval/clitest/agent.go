package clitest

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"
)

// post sends a request to a URL below the model's base.
func post(path string, body []byte) (status int, answer []byte, err error) {
	req, err := http.NewRequest(http.MethodPost, os.Getenv("OPENAI_BASE_URL")+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+os.Getenv("OPENAI_API_KEY"))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	answer, err = io.ReadAll(resp.Body)
	return resp.StatusCode, answer, err
}

// chat asks the model once.
func chat(messages ...said) said {
	m, err := tryChat(messages...)
	if err != nil {
		fail("%v", err)
	}
	return m
}

func tryChat(messages ...said) (said, error) {
	body, err := json.Marshal(map[string]any{
		"model": "gpt-4o", "messages": messages, "temperature": 0.2, "tools": []any{said{
			"type": "function", "function": said{
				"name": "weather", "description": "The weather of a city.",
				"parameters": said{"type": "object", "properties": said{"city": said{"type": "string"}}},
			},
		}},
	})
	if err != nil {
		return nil, err
	}
	status, text, err := post("/chat/completions", body)
	if err != nil {
		return nil, err
	}
	var answer struct{ Choices []struct{ Message said } }
	if status != http.StatusOK {
		return nil, fmt.Errorf("status %d: %s", status, bytes.TrimSpace(text))
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return nil, err
	}
	if len(answer.Choices) == 0 {
		return nil, fmt.Errorf("no choice in %s", text)
	}
	return answer.Choices[0].Message, nil
}

// role returns the prompt; AGENT_RULE replaces its rule, like an edit, else prompts/rules.md has the rules.
func role() string {
	rules, err := os.ReadFile("prompts/rules.md")
	if err != nil {
		rules = []byte("Be short.\n")
	}
	if rule := os.Getenv("AGENT_RULE"); rule != "" {
		rules = []byte(rule + "\n")
	}
	return "# Role\nYou are a weather desk.\n\n# Rules\n" + string(rules)
}

// loop calls the model until it calls no more tools.
func loop() { fmt.Println(solve(question())) }

func solve(text string) any {
	messages := []said{agentSystem(role()), user(text)}
	for range 5 {
		m := chat(messages...)
		messages = append(messages, m)
		calls, _ := m["tool_calls"].([]any)
		if len(calls) == 0 {
			return m["content"]
		}
		for _, c := range calls {
			id := c.(map[string]any)["id"]
			messages = append(messages, said{"role": "tool", "tool_call_id": id, "content": weather()})
		}
	}
	return "I give up."
}

// weather returns the tool's result; AGENT_RESULT replaces it.
func weather() string { return cmp.Or(os.Getenv("AGENT_RESULT"), "sunny") }

// fan asks five workers concurrently, each twice.
func fan() {
	text := question()
	var wg sync.WaitGroup
	for _, name := range []string{"A", "B", "C", "D", "E"} {
		wg.Go(func() {
			messages := []said{agentSystem("You are worker " + name + "."), user(text)}
			first := chat(messages...)
			chat(append(messages, first, user("Are you sure?"))...)
		})
	}
	wg.Wait()
	fmt.Println("five have answered")
}

// everyCase takes turn after turn, a line each.
func everyCase() {
	fmt.Println("ready")
	messages := []said{agentSystem(role())}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var turn struct{ Text string }
		if err := json.Unmarshal(in.Bytes(), &turn); err != nil {
			fail("%v", err)
		}
		messages = append(messages, user(turn.Text))
		m := chat(messages...)
		messages = append(messages, m)
		out, _ := json.Marshal(map[string]any{"reply": m["content"]})
		fmt.Println(string(out))
	}
}

// serve takes turns over HTTP.
func serve() {
	http.HandleFunc("POST /chat", func(w http.ResponseWriter, r *http.Request) {
		var in struct{ Message string }
		json.NewDecoder(r.Body).Decode(&in)
		json.NewEncoder(w).Encode(map[string]any{"answer": solve(in.Message)})
	})
	fail("%v", http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}

func early()  { chat(user(question())); os.Exit(7) }
func silent() { chat(user(question())) }

// elsewhere calls a model at a wrong address.
func elsewhere() {
	fmt.Fprintln(os.Stderr, "connection refused")
	os.Exit(3)
}

func mute() { fmt.Println("no model was asked") }

func forever() { chat(user(question())); time.Sleep(time.Hour) }

func flood() {
	chat(user(question()))
	line := strings.Repeat("x", 1<<16)
	for {
		if _, err := fmt.Println(line); err != nil {
			os.Exit(1)
		}
	}
}

func badJSON() {
	status, text, err := post("/chat/completions", []byte(`{"model": "gpt-4o", "messages": [`))
	fmt.Fprintln(os.Stderr, status, string(text), err)
	os.Exit(1)
}

func huge() {
	body := append([]byte(`{"model": "m", "messages": [{"role": "user", "content": "`), bytes.Repeat([]byte("x"),
		100<<20)...)
	status, _, err := post("/chat/completions", append(body, `"}]}`...))
	fmt.Fprintln(os.Stderr, status, err)
	os.Exit(1)
}

// crowd opens too many connections, and keeps them.
func crowd() {
	chat(user(question()))
	base, err := url.Parse(os.Getenv("OPENAI_BASE_URL"))
	if err != nil {
		fail("%v", err)
	}
	for range 1100 {
		conn, err := net.Dial("tcp", base.Host)
		if err != nil {
			fail("%v", err)
		}
		defer conn.Close()
	}
	time.Sleep(time.Hour)
}

// late sends another request after its reply.
func late() {
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		chat(user("in time"))
		fmt.Println(`{"reply": "done"}`)
		time.Sleep(200 * time.Millisecond)
		tryChat(user("too late"))
	}
}

// away looks up another host.
func away() {
	resp, err := http.Get("http://weather.example/oslo")
	if err == nil {
		resp.Body.Close()
		fmt.Fprintln(os.Stderr, resp.Status)
	}
	_, err = http.Get("https://api.weather.example/oslo")
	fmt.Fprintln(os.Stderr, err)
	loop()
}

func crash() {
	if _, err := tryChat(user(question())); err != nil {
		panic(err)
	}
	fmt.Println("fine")
}

func file() {
	if err := os.WriteFile(os.Getenv("BEAVER_EVAL_REPLY"), []byte(fmt.Sprint(solve(question()))), 0o600); err != nil {
		fail("%v", err)
	}
	fmt.Println("written")
}

func banner() { fmt.Print("\n> agent@1.0.0 start\n> agent\n\n"); loop() }

// clock tells the model what time it is.
func clock() {
	now := time.Now().UTC().Format(time.RFC3339Nano)
	fmt.Println(chat(agentSystem("Now: "+now+"\nYou are a clock."), user(question()))["content"])
}

// again retries until it gets an answer.
func again() {
	text := question()
	for {
		if m, err := tryChat(user(text)); err == nil {
			fmt.Println(m["content"])
			return
		}
	}
}

func embed() {
	status, text, err := post("/embeddings", []byte(`{"model": "e", "input": ["one", "two"]}`))
	if err != nil || status != http.StatusOK {
		fail("%d %s %v", status, text, err)
	}
	loop()
}

// tests are an application's own: each sends requests for its case. A second argument makes them fail.
func tests() {
	base := os.Getenv("BEAVER_EVAL_URL")
	for _, name := range []string{"greeting", "a refund"} {
		os.Setenv("OPENAI_BASE_URL", base+"/case/"+url.PathEscape(name)+"/v1")
		fmt.Println(name+":", chat(agentSystem("You are a desk."), user("What about "+name+"?"))["content"])
	}
	if len(os.Args) > 2 {
		fail("a test has failed")
	}
}

// ask sends one request, for the case that its second argument names.
func ask() {
	os.Setenv("OPENAI_BASE_URL", os.Getenv("BEAVER_EVAL_URL")+"/case/"+url.PathEscape(os.Args[2])+"/v1")
	chat(user("Hello"))
}

// until waits for a file from another process.
func until() {
	for range 300 {
		if _, err := os.Stat(os.Args[2]); err == nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	fail("%s is not there", os.Args[2])
}
