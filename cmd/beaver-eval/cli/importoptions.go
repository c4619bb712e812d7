package cli

import (
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures/importers"
	application "github.com/beaver-eval/beaver-eval/pipeline/app"
)

type importOptions struct {
	importers.Options
	system string // app or beaver; empty: as the project's suites are
	suite  string // that describes the application
	stage  string // that speaks to the user
}

// conversations reports whether the format holds conversations, which may become cases of an application.
func (o *importOptions) conversations() bool {
	return importers.HoldsConversations(o.Format)
}

// check reports flags that do not go together.
func (o *importOptions) check() error {
	ofProgram := o.suite != "" || o.stage != ""
	requests := o.Format == importers.FormatRequests || o.Format == importers.FormatOTel
	if o.system != "" {
		if err := console.OneOf("--system", o.system, application.Name, "beaver"); err != nil {
			return err
		}
	}
	switch {
	case o.system == "beaver" && ofProgram:
		return errors.New("--suite and --stage are for the conversations of an application (--system app)")
	case o.system == "beaver" && requests:
		return fmt.Errorf("--system: the cases of --format %s run on your program", o.Format)
	case o.system == application.Name && o.Format == "routing", ofProgram && o.Format != "" && !o.conversations():
		return fmt.Errorf("--system, --suite, --stage: --format %s holds no conversations", o.Format)
	}
	return nil
}
