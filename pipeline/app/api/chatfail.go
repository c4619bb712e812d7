package api

import "net/http"

// chatError is OpenAI's error object.
type chatError struct {
	Error chatProblem `json:"error"`
}

type chatProblem struct {
	Message string  `json:"message"`
	Type    string  `json:"type"`
	Param   *string `json:"param"`
	Code    *string `json:"code"`
}

func (chatCompletions) fail(status int, message string) Sent { return chatFail(status, message) }

func (responses) fail(status int, message string) Sent { return chatFail(status, message) }

// chatFail is an error as all of OpenAI's endpoints give it.
func chatFail(status int, message string) Sent {
	kind, code := chatKind(status)
	problem := chatProblem{Message: message, Type: kind}
	if code != "" {
		problem.Code = &code
	}
	sent, err := chatSent(status, chatError{problem})
	if err != nil { // never: it has nothing but texts
		sent.Pieces = [][]byte{[]byte(message)}
	}
	return sent
}

func chatKind(status int) (kind, code string) {
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
