package provider

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// ID returns the n-th id of an answer, with a prefix: the same for the same seed.
func ID(prefix, seed string, n int) string {
	sum := sha256.Sum256([]byte(prefix + strconv.Itoa(n) + "\x00" + seed))
	return prefix + hex.EncodeToString(sum[:12])
}

// Calls returns the calls of an answer, with new prefixed ids for those without one. All ids are noted in the ledger.
func Calls(l *Ledger, r Reply, prefix string) []pipeline.ToolCall {
	calls := slices.Clone(r.Response.ToolCalls)
	for i := range calls {
		if calls[i].ID == "" {
			calls[i].ID = ID(prefix, r.Seed, i)
		}
		l.Give(Call, calls[i].ID)
	}
	return calls
}
