// Command go-openai is a weather desk on openai-go. A process lasts a case: each line of stdin is a turn.
package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/openai/openai-go/v3"
)

const prompt = `# Role
You are the weather desk of a small harbour.

# Rules
Answer in one sentence.
`

var weather = map[string]string{"Oslo": "sunny, 21 degrees", "Bergen": "rain, 14 degrees"}

var tools = []openai.ChatCompletionToolUnionParam{
	openai.ChatCompletionFunctionTool(openai.FunctionDefinitionParam{
		Name:        "get_weather",
		Description: openai.String("The weather of a city."),
		Parameters: openai.FunctionParameters{
			"type":       "object",
			"properties": map[string]any{"city": map[string]any{"type": "string"}},
			"required":   []string{"city"},
		},
	}),
}

func main() {
	log.SetFlags(0)
	d := &desk{client: openai.NewClient()}
	d.messages = append(d.messages, openai.SystemMessage(prompt))
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var turn struct {
			Turn int
			Text string
		}
		if err := json.Unmarshal(in.Bytes(), &turn); err != nil {
			log.Fatal(err)
		}
		d.messages = append(d.messages, openai.UserMessage(turn.Text))
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
	client   openai.Client
	messages []openai.ChatCompletionMessageParamUnion
}

// answer asks until the model wants no tool any more.
func (d *desk) answer(stream bool) (string, error) {
	for {
		m, err := d.ask(stream)
		if err != nil {
			return "", err
		}
		d.messages = append(d.messages, m.ToParam())
		if len(m.ToolCalls) == 0 {
			return m.Content, nil
		}
		for _, call := range m.ToolCalls {
			var arguments struct{ City string }
			if err := json.Unmarshal([]byte(call.Function.Arguments), &arguments); err != nil {
				return "", err
			}
			result := cmp.Or(weather[arguments.City], "unknown")
			d.messages = append(d.messages, openai.ToolMessage(result, call.ID))
		}
	}
}

// ask returns the model's message.
func (d *desk) ask(stream bool) (openai.ChatCompletionMessage, error) {
	ctx := context.Background()
	model := cmp.Or(os.Getenv("MODEL"), openai.ChatModelGPT4o)
	body := openai.ChatCompletionNewParams{Model: model, Messages: d.messages, Tools: tools}
	if !stream {
		answer, err := d.client.Chat.Completions.New(ctx, body)
		if err != nil {
			return openai.ChatCompletionMessage{}, err
		}
		return answer.Choices[0].Message, nil
	}
	var whole openai.ChatCompletionAccumulator
	pieces := d.client.Chat.Completions.NewStreaming(ctx, body)
	for pieces.Next() {
		if !whole.AddChunk(pieces.Current()) {
			return openai.ChatCompletionMessage{}, errors.New("a piece that does not fit")
		}
	}
	if err := pieces.Err(); err != nil {
		return openai.ChatCompletionMessage{}, err
	}
	return whole.Choices[0].Message, nil
}
