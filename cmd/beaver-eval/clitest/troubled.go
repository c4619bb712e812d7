package clitest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

// patient asks up to three times, as the clients of providers do.
func patient() {
	text, failed := question(), error(nil)
	for range 3 {
		m, err := tryChat(agentSystem(role()), user(text))
		if err == nil {
			fmt.Println(m["content"])
			return
		}
		failed = err
	}
	fail("%v", failed)
}

// swallow says nothing when something goes wrong.
func swallow() {
	if m, err := tryChat(agentSystem(role()), user(question())); err == nil {
		fmt.Println(m["content"])
	}
}

// agentStuck never ends when something goes wrong.
func agentStuck() {
	m, err := tryChat(agentSystem(role()), user(question()))
	if err != nil {
		fmt.Fprintln(os.Stderr, "waiting for better times")
		time.Sleep(time.Hour)
	}
	fmt.Println(m["content"])
}

// sorry has a sentence for when something goes wrong.
func sorry() {
	m, err := tryChat(agentSystem(role()), user(question()))
	if err != nil {
		m = said{"content": "Sorry, something went wrong."}
	}
	fmt.Println(m["content"])
}

// astray asks in other words when something goes wrong.
func astray() {
	text := question()
	m, err := tryChat(agentSystem(role()), user(text))
	if err != nil {
		m = chat(agentSystem(role()), user(text), user("Try harder."))
	}
	fmt.Println(m["content"])
}

// careless asks for something that it does not need.
func careless() {
	tryChat(agentSystem("Name this conversation."), user(question()))
	fmt.Println("Hello.")
}

// dauntless asks three workers side by side, and makes the best of what they say.
func dauntless() {
	text := question()
	var wg sync.WaitGroup
	for _, name := range []string{"A", "B", "C"} {
		wg.Go(func() { tryChat(agentSystem("You are worker "+name+"."), user(text)) })
	}
	wg.Wait()
	fmt.Println("some have answered")
}

// live prints an answer as it comes, and says how it failed.
func live() {
	body, err := json.Marshal(map[string]any{"model": "gpt-4o", "messages": []said{user(question())}, "stream": true})
	if err != nil {
		fail("%v", err)
	}
	resp, err := http.Post(os.Getenv("OPENAI_BASE_URL")+"/chat/completions", "application/json", bytes.NewReader(body))
	if err != nil {
		fail("no answer")
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		fail("status %d", resp.StatusCode)
	}
	done := false
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		data, is := strings.CutPrefix(lines.Text(), "data: ")
		if done = data == "[DONE]"; !is || done {
			continue
		}
		var chunk struct{ Choices []struct{ Delta said } }
		if err := json.Unmarshal([]byte(data), &chunk); err != nil {
			fail("an event that is no JSON")
		}
		for _, c := range chunk.Choices {
			if text, ok := c.Delta["content"].(string); ok {
				fmt.Print(text)
			}
		}
		done = false
	}
	if lines.Err() != nil {
		fail("the stream breaks off")
	}
	fmt.Println()
}
