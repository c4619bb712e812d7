package run

import "strings"

// modelsFlag is the value of --model, which can be given several times.
type modelsFlag struct {
	all   *[]string
	first *string
}

// Set implements pflag.Value.
func (f *modelsFlag) Set(text string) error {
	*f.all = append(*f.all, text)
	*f.first = (*f.all)[0]
	return nil
}

// String implements pflag.Value.
func (f *modelsFlag) String() string {
	if f.all == nil {
		return ""
	}
	return strings.Join(*f.all, ",")
}

// Type implements pflag.Value.
func (f *modelsFlag) Type() string { return "string" }
