// Command trial is beaver-eval with four systems, to inspect their cases in this folder and accept their prompts:
//
//	go run ./pipeline/contracttest/testdata/trial run --root pipeline/contracttest/testdata
package main

import (
	"fmt"
	"os"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli"
	"github.com/beaver-eval/beaver-eval/pipeline/agens"
	"github.com/beaver-eval/beaver-eval/pipeline/alfred"
	"github.com/beaver-eval/beaver-eval/pipeline/mas"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw"
)

func main() {
	claw, err := openclaw.New()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	jobs, err := agens.New()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	kitchen, err := alfred.New()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	team, err := mas.New()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(cli.Main(os.Args[1:], jobs, kitchen, team, claw))
}
