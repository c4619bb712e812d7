// Package run is the verbs run and init: what run reads before anything runs, whom it tells and what it keeps; and the
// small working project that init writes into any repository.
package run

import "github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"

// app is what these verbs share with all others.
type app struct{ *console.App }
