// Command go-ollama is a weather desk on the client of Ollama. A process lasts a case: each line of stdin is a turn.
package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"github.com/ollama/ollama/api"
)

const prompt = `# Role
You are the weather desk of a small harbour.

# Rules
Answer in one sentence.
`

var weather = map[string]string{"Oslo": "sunny, 21 degrees", "Bergen": "rain, 14 degrees"}

const tools = `[{"type": "function", "function": {"name": "get_weather", "description": "The weather of a city.",
"parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}}]`

func main() {
	log.SetFlags(0)
	client, err := api.ClientFromEnvironment()
	if err != nil {
		log.Fatal(err)
	}
	d := &desk{client: client, messages: []api.Message{{Role: "system", Content: prompt}}}
	if err := json.Unmarshal([]byte(tools), &d.tools); err != nil {
		log.Fatal(err)
	}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var turn struct {
			Turn int
			Text string
		}
		if err := json.Unmarshal(in.Bytes(), &turn); err != nil {
			log.Fatal(err)
		}
		d.messages = append(d.messages, api.Message{Role: "user", Content: turn.Text})
		reply, err := d.answer(turn.Turn > 1)
		if err != nil {
			log.Fatal(err)
		}
		line, err := json.Marshal(map[string]string{"reply": reply})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(string(line))
	}
}

// desk is a conversation.
type desk struct {
	client   *api.Client
	tools    api.Tools
	messages []api.Message
}

// answer asks until the model wants no tool any more.
func (d *desk) answer(stream bool) (string, error) {
	for {
		m, err := d.ask(stream)
		if err != nil {
			return "", err
		}
		d.messages = append(d.messages, m)
		if len(m.ToolCalls) == 0 {
			return m.Content, nil
		}
		for _, call := range m.ToolCalls {
			city, _ := call.Function.Arguments.Get("city")
			result := cmp.Or(weather[fmt.Sprint(city)], "unknown")
			d.messages = append(d.messages, api.Message{Role: "tool", ToolName: call.Function.Name, Content: result})
		}
	}
}

// ask returns the model's message, put together from its pieces.
func (d *desk) ask(stream bool) (api.Message, error) {
	whole := api.Message{Role: "assistant"}
	model := cmp.Or(os.Getenv("MODEL"), "llama3.2")
	req := &api.ChatRequest{Model: model, Messages: d.messages, Tools: d.tools, Stream: &stream}
	err := d.client.Chat(context.Background(), req, func(r api.ChatResponse) error {
		whole.Content += r.Message.Content
		whole.ToolCalls = append(whole.ToolCalls, r.Message.ToolCalls...)
		return nil
	})
	return whole, err
}
