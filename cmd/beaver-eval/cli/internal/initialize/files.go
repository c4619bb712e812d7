package initialize

import (
	"embed"
	"strings"
)

// files are the texts that init writes. Names between << and >> are filled in.
//
//go:embed files
var files embed.FS

// text returns one of the embedded files, filled in from pairs of a name and its value.
func text(name string, pairs ...string) string {
	data, err := files.ReadFile("files/" + name)
	if err != nil { // only for a name that is not embedded
		panic(err)
	}
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "<<" + pairs[i] + ">>"
	}
	return strings.NewReplacer(pairs...).Replace(string(data))
}
