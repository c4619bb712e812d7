package api

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// anthropicLine stands for what is no text, as [image image/png 8 bytes sha256:0123456789abcdef].
func anthropicLine(kind string, about ...string) string {
	words := []string{kind}
	for _, word := range about {
		if word != "" {
			words = append(words, word)
		}
	}
	return "[" + strings.Join(words, " ") + "]"
}

// anthropicDigest is the size of base64 data and the first digits of their SHA-256; ok is false for what is no base64.
func anthropicDigest(data string) (digest string, ok bool) {
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		raw, err = base64.RawStdEncoding.DecodeString(data)
	}
	if err != nil || data == "" {
		return "", false
	}
	sum := sha256.Sum256(raw)
	return fmt.Sprintf("%d bytes sha256:%s", len(raw), hex.EncodeToString(sum[:8])), true
}

// anthropicID is an id of an answer, made of the answer's seed and a part of it.
func anthropicID(prefix, seed, part string) string {
	sum := sha256.Sum256([]byte(seed + "\x00" + part))
	return prefix + hex.EncodeToString(sum[:12])
}

// anthropicInput is a call's arguments as the object that a client wants: what is no JSON object goes as a text under
// the key _raw, as package wire sends it; so does an object that reads like such a wrapper.
func anthropicInput(arguments string) json.RawMessage {
	raw := json.RawMessage(strings.Trim(arguments, " \t\r\n"))
	if _, wrapper := anthropicUnwrap(raw); !wrapper && len(raw) > 0 && raw[0] == '{' {
		if _, err := jsonvalue.Canonical(raw); err == nil && json.Valid(raw) {
			return raw
		}
	}
	return anthropicWrap(arguments)
}

// anthropicArguments are the bytes of an object of arguments, or the text that anthropicInput wrapped.
func anthropicArguments(input json.RawMessage) string {
	if text, ok := anthropicUnwrap(input); ok {
		return text
	}
	text, _ := pipeline.Repair(string(input))
	return text
}

func anthropicWrap(text string) json.RawMessage {
	return append(jsonvalue.AppendString([]byte(`{"_raw":`), text), '}')
}

// anthropicUnwrap is the text of a wrapper: an object of that one key.
func anthropicUnwrap(raw json.RawMessage) (text string, ok bool) {
	o, err := parseObject(raw)
	if err != nil || len(o.keys) != 1 {
		return "", false
	}
	return o.takeText("_raw")
}

// anthropicTexts cuts a text into at most eight pieces, none of them within a character.
func anthropicTexts(text string) []string {
	const most, least = 8, 12 // pieces; bytes of a piece
	size := max(least, (len(text)+most-1)/most)
	var out []string
	for len(text) > size {
		end := size
		for end < len(text) && text[end]&0xC0 == 0x80 { // inside a character
			end++
		}
		out = append(out, text[:end])
		text = text[end:]
	}
	if text != "" {
		out = append(out, text)
	}
	return out
}

// anthropicUsage are the tokens of a call: as the model counted them, else an estimate, which is never zero.
func anthropicUsage(b *Body, resp pipeline.Response) pipeline.Usage {
	u := resp.Usage
	if u.Prompt == 0 {
		u.Prompt = 1
		for _, m := range b.Request.Messages {
			u.Prompt += pipeline.EstimateTokens(m.Content()) + anthropicCallTokens(m.ToolCalls)
		}
		for _, t := range b.Request.Tools {
			u.Prompt += pipeline.EstimateTokens(t.Name + t.Description + string(t.Parameters))
		}
	}
	if u.Completion == 0 {
		u.Completion = 1 + pipeline.EstimateTokens(resp.Content) + pipeline.EstimateTokens(resp.Reasoning) +
			anthropicCallTokens(resp.ToolCalls)
	}
	return u
}

func anthropicCallTokens(calls []pipeline.ToolCall) (n int) {
	for _, c := range calls {
		n += pipeline.EstimateTokens(c.Name) + pipeline.EstimateTokens(c.Arguments)
	}
	return n
}
