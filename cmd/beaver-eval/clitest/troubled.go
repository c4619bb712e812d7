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

// patient tries up to three times, like the clients of providers.
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

// swallow ignores errors.
func swallow() {
	if m, err := tryChat(agentSystem(role()), user(question())); err == nil {
		fmt.Println(m["content"])
	}
}

// agentStuck hangs on an error.
func agentStuck() {
	m, err := tryChat(agentSystem(role()), user(question()))
	if err != nil {
		fmt.Fprintln(os.Stderr, "waiting for better times")
		time.Sleep(time.Hour)
	}
	fmt.Println(m["content"])
}

// sorry prints a sentence on an error.
func sorry() {
	m, err := tryChat(agentSystem(role()), user(question()))
	if err != nil {
		m = said{"content": "Sorry, something went wrong."}
	}
	fmt.Println(m["content"])
}

// astray retries in other words on an error.
func astray() {
	text := question()
	m, err := tryChat(agentSystem(role()), user(text))
	if err != nil {
		m = chat(agentSystem(role()), user(text), user("Try harder."))
	}
	fmt.Println(m["content"])
}

// careless makes a call that it does not need.
func careless() {
	tryChat(agentSystem("Name this conversation."), user(question()))
	fmt.Println("Hello.")
}

// dauntless asks three workers concurrently, and uses the answers that it gets.
func dauntless() {
	text := question()
	var wg sync.WaitGroup
	for _, name := range []string{"A", "B", "C"} {
		wg.Go(func() { tryChat(agentSystem("You are worker "+name+"."), user(text)) })
	}
	wg.Wait()
	fmt.Println("some have answered")
}

// live prints an answer as it arrives, and the error if it fails.
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
