package app

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// controlPath is where tests say which case begins or ends, a line a request.
const controlPath = "/control"

// maxControl is the most bytes of a line of those who drive an application.
const maxControl = 8 << 20

// control answers a line: 204 without an answer, 400 with {"error": "…"} if it is wrong.
func control(to Driver, w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		answerControl(w, http.StatusMethodNotAllowed, wrongControl(fmt.Errorf("%s: want POST", r.Method)))
		return
	}
	line, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxControl))
	var answer []byte
	if err == nil {
		answer, err = to.Line(line)
	}
	switch {
	case err != nil:
		answerControl(w, http.StatusBadRequest, wrongControl(err))
	case answer == nil:
		w.WriteHeader(http.StatusNoContent)
	default:
		answerControl(w, http.StatusOK, answer)
	}
}

func wrongControl(err error) []byte {
	text, _ := json.Marshal(map[string]string{"error": err.Error()}) // a text always is JSON
	return text
}

func answerControl(w http.ResponseWriter, status int, answer []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(answer, '\n')) // a client that is gone needs no answer
}
