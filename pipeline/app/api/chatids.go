package api

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// chatID is the n-th id of an answer that begins with a prefix: the same for the same seed.
func chatID(prefix, seed string, n int) string {
	sum := sha256.Sum256([]byte(prefix + strconv.Itoa(n) + "\x00" + seed))
	return prefix + hex.EncodeToString(sum[:12])
}

// chatCalls are the calls of an answer, those without an id with one of their own. All ids are noted.
func chatCalls(s *Store, r Reply) []pipeline.ToolCall {
	calls := slices.Clone(r.Response.ToolCalls)
	for i := range calls {
		if calls[i].ID == "" {
			calls[i].ID = chatID("call_", r.Seed, i)
		}
		s.give(callID, calls[i].ID)
	}
	return calls
}
