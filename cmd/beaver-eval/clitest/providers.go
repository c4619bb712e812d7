package clitest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

// exchange sends a request to a URL with a provider's key in a header, and returns the whole body of the answer.
func exchange(url, header, key string, body any) []byte {
	text, err := json.Marshal(body)
	if err != nil {
		fail("%v", err)
	}
	req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(text))
	if err != nil {
		fail("%v", err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set(header, key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		fail("%v", err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		fail("%v", err)
	}
	if resp.StatusCode != http.StatusOK {
		fail("status %d: %s", resp.StatusCode, answer)
	}
	return answer
}

func openAI(path string, body any) []byte {
	return exchange(os.Getenv("OPENAI_BASE_URL")+path, "Authorization", "Bearer "+os.Getenv("OPENAI_API_KEY"), body)
}

func modelOr(name string) string { return cmp.Or(os.Getenv("AGENT_MODEL"), name) }

// read decodes JSON into a new value.
func read[T any](text []byte) (v T) {
	if err := json.Unmarshal(text, &v); err != nil {
		fail("%v in %s", err, text)
	}
	return v
}

// events returns the data of a stream's events.
func events(stream []byte) (all [][]byte) {
	for line := range bytes.Lines(stream) {
		data, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("data: "))
		if ok && string(data) != "[DONE]" {
			all = append(all, data)
		}
	}
	return all
}

// agentStream requests a streamed answer, twice.
func agentStream() {
	type chunk struct {
		Choices []struct{ Delta struct{ Content string } }
	}
	messages := []said{user(question())}
	for _, more := range []string{"Are you sure?", ""} {
		var text strings.Builder
		body := said{"model": modelOr("gpt-4o"), "stream": true, "max_tokens": 40, "messages": messages}
		for _, data := range events(openAI("/chat/completions", body)) {
			for _, c := range read[chunk](data).Choices {
				text.WriteString(c.Delta.Content)
			}
		}
		if more == "" {
			fmt.Println(text.String())
			return
		}
		messages = append(messages, said{"role": "assistant", "content": text.String()}, user(more))
	}
}

// anthropic requests a streamed answer by Anthropic's API, twice.
func anthropic() {
	type event struct{ Delta struct{ Text string } }
	messages := []said{user(question())}
	for _, more := range []string{"Are you sure?", ""} {
		var text strings.Builder
		body := said{"model": modelOr("claude"), "max_tokens": 100, "stream": true, "messages": messages}
		url := os.Getenv("ANTHROPIC_BASE_URL") + "/v1/messages?beta=true"
		for _, data := range events(exchange(url, "X-Api-Key", os.Getenv("ANTHROPIC_API_KEY"), body)) {
			text.WriteString(read[event](data).Delta.Text)
		}
		if more == "" {
			fmt.Println(text.String())
			return
		}
		answer := []said{{"type": "text", "text": text.String()}}
		messages = append(messages, said{"role": "assistant", "content": answer}, user(more))
	}
}

// agentOllama requests a streamed answer by Ollama's API, twice.
func agentOllama() {
	type line struct{ Message struct{ Content string } }
	messages := []said{user(question())}
	for _, more := range []string{"Are you sure?", ""} {
		var text strings.Builder
		body := said{"model": modelOr("stages"), "messages": messages, "options": said{"seed": 1, "num_predict": 40}}
		answer := exchange(os.Getenv("OLLAMA_HOST")+"/api/chat", "User-Agent", "agent", body)
		for l := range bytes.Lines(answer) {
			text.WriteString(read[line](l).Message.Content)
		}
		if more == "" {
			fmt.Printf("%q\n", text.String())
			return
		}
		messages = append(messages, said{"role": "assistant", "content": text.String()}, user(more))
	}
}

// responses uses OpenAI's newer API: the second request names the answer that it continues.
func responses() {
	type answer struct {
		ID     string
		Output []struct{ Content []struct{ Text string } }
	}
	body := said{"model": modelOr("gpt-5"), "input": question()}
	first := read[answer](openAI("/responses", body))
	body["input"], body["previous_response_id"] = "Are you sure?", first.ID
	for _, item := range read[answer](openAI("/responses", body)).Output {
		for _, part := range item.Content {
			fmt.Println(part.Text)
		}
	}
}
