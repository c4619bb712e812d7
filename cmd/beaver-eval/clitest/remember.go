package clitest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// remember keeps the conversation in a file, by default in its folder, and asks with all of it: AGENT_STATE names
// another one.
func remember() {
	file := os.Getenv("AGENT_STATE")
	if file == "" {
		file = ".session.json"
	}
	var messages []said
	if data, err := os.ReadFile(file); err == nil {
		if err := json.Unmarshal(data, &messages); err != nil {
			fail("%v", err)
		}
	}
	messages = append(messages, user(question()))
	m := chat(append([]said{agentSystem(role())}, messages...)...)
	data, err := json.Marshal(append(messages, m))
	if err != nil {
		fail("%v", err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		fail("%v", err)
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		fail("%v", err)
	}
	fmt.Println(m["content"])
}

// dirty writes wherever it can in its folder, tells the model where that is, and leaves a folder read-only.
func dirty() {
	dir, err := os.Getwd()
	if err != nil {
		fail("%v", err)
	}
	for _, name := range []string{"prompts/rules.md", "new.txt", "sub/deep/new.txt", "link.md"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			fail("%v", err)
		}
		if err := os.WriteFile(name, []byte("written by the program\n"), 0o644); err != nil {
			fail("%v", err)
		}
	}
	if err := os.Remove("old.txt"); err != nil {
		fail("%v", err)
	}
	if err := os.Chmod("sub/deep", 0o500); err != nil {
		fail("%v", err)
	}
	fmt.Println(chat(agentSystem("You work in "+dir+"."), user(question()))["content"])
}
