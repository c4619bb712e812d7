package openai

import (
	"net/http"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// errorBody is OpenAI's error object.
type errorBody struct {
	Error problem `json:"error"`
}

type problem struct {
	Message string  `json:"message"`
	Type    string  `json:"type"`
	Param   *string `json:"param"`
	Code    *string `json:"code"`
}

// Fail implements provider.Form.
func (ChatCompletions) Fail(status int, message string) provider.Sent { return fail(status, message) }

// Fail implements provider.Form.
func (Responses) Fail(status int, message string) provider.Sent { return fail(status, message) }

// fail returns an error as all of OpenAI's endpoints send it.
func fail(status int, message string) provider.Sent {
	kind, code := kindOf(status)
	problem := problem{Message: message, Type: kind}
	if code != "" {
		problem.Code = &code
	}
	sent, err := provider.JSON(status, errorBody{problem})
	if err != nil { // never: it has only texts
		sent.Pieces = [][]byte{[]byte(message)}
	}
	return sent
}

func kindOf(status int) (kind, code string) {
	switch status {
	case http.StatusUnauthorized:
		return "authentication_error", "invalid_api_key"
	case http.StatusForbidden:
		return "permission_error", ""
	case http.StatusNotFound:
		return "not_found_error", "not_found"
	case http.StatusTooManyRequests:
		return "rate_limit_error", "rate_limit_exceeded"
	case http.StatusServiceUnavailable:
		return "server_error", "service_unavailable"
	}
	if status >= http.StatusInternalServerError {
		return "server_error", ""
	}
	return "invalid_request_error", ""
}
