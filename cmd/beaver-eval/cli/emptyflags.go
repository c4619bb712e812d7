package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// checkFlags refuses a flag that is given with an empty value: mostly a variable that is not set, and a filter that is
// left out so would let everything through.
func checkFlags(cmd *cobra.Command) error {
	var errs []error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		empty := f.Value.String() == ""
		if list, ok := f.Value.(pflag.SliceValue); ok {
			empty = len(list.GetSlice()) == 0
			for _, value := range list.GetSlice() {
				empty = empty || value == ""
			}
		}
		if empty {
			errs = append(errs, fmt.Errorf("--%s: an empty value; leave the flag out, or say what it should be", f.Name))
		}
	})
	return errors.Join(errs...)
}
