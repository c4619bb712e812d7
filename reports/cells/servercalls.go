package cells

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/overview"
)

// Asked describes the outcome of the calls sent to a server.
func Asked(a overview.Asked) string {
	words := []string{strconv.Itoa(a.Answered) + " answered"}
	room := "into the context"
	if a.Window > 0 {
		room = wording.Thousands(a.Window) + " tokens"
	}
	if a.Overflow > 0 {
		words = append(words, fmt.Sprintf("%d did not fit %s", a.Overflow, room))
	}
	if a.Late > 0 {
		words = append(words, wording.Number(a.Late, "timeout"))
	}
	if a.NoAnswer > 0 {
		words = append(words, strconv.Itoa(a.NoAnswer)+" got no answer")
	}
	return fmt.Sprintf("asked %d: %s", a.Calls, strings.Join(words, ", "))
}
