package clitest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// route asks for a lane and topics as JSON, then for the reply. It checks all that a model usually gets wrong, but
// takes for granted that there are topics.
func route() {
	text := question()
	lanes := []string{"billing", "technical", "other"}
	lane, topics := "other", []any{}
	var chosen map[string]any
	if json.Unmarshal([]byte(routed(text, lanes)), &chosen) == nil {
		if got, _ := chosen["lane"].(string); slices.Contains(lanes, got) {
			named, there := chosen["topics"]
			if !there {
				fail("KeyError: 'topics'")
			}
			if all, isList := named.([]any); isList {
				lane, topics = got, all
			}
		}
	}
	m, err := tryChat(agentSystem(fmt.Sprintf("Answer for %s. Topics: %v.", lane, topics)), user(text))
	reply, _ := m["content"].(string)
	if err != nil || strings.TrimSpace(reply) == "" {
		reply = "Sorry, something went wrong."
	}
	fmt.Println(reply)
}

// routed returns the router's answer; empty: there is none.
func routed(text string, lanes []string) string {
	schema := said{
		"type": "object", "required": []string{"lane", "topics"}, "properties": said{
			"lane": said{"$ref": "#/$defs/Lane"}, "topics": said{"type": "array", "items": said{"type": "string"}},
			"urgency": said{"type": "integer", "minimum": 1, "maximum": 3},
		}, "$defs": said{"Lane": said{"enum": lanes}},
	}
	body, err := json.Marshal(said{"model": "gpt-4o", "messages": []said{agentSystem("Route."), user(text)},
		"response_format": said{"type": "json_schema", "json_schema": said{"name": "route", "schema": schema}}})
	if err != nil {
		fail("%v", err)
	}
	status, answer, err := post("/chat/completions", body)
	var whole struct {
		Choices []struct{ Message struct{ Content string } }
	}
	if err != nil || status != http.StatusOK || json.Unmarshal(answer, &whole) != nil || len(whole.Choices) == 0 {
		return ""
	}
	return whole.Choices[0].Message.Content
}
