package console

import "fmt"

// OnceFlag is the value of a flag that must not be given twice: the last one would silently win.
type OnceFlag struct {
	value *string
	given bool
}

// Once returns a flag that sets a value.
func Once(value *string) *OnceFlag { return &OnceFlag{value: value} }

// Set implements pflag.Value.
func (o *OnceFlag) Set(text string) error {
	if o.given {
		return fmt.Errorf("it was given already, as %q; give it once", *o.value)
	}
	*o.value, o.given = text, true
	return nil
}

// String implements pflag.Value.
func (o *OnceFlag) String() string { return *o.value }

// Type implements pflag.Value.
func (o *OnceFlag) Type() string { return "string" }
