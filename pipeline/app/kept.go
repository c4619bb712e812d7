package app

import (
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/program"
)

// everyCase names all cases of a process that lasts through the suite: its base URL cannot change from case to case.
const everyCase = "every-case"

// keep returns the program for the next case: the one of the case before, or else a new one. It is called while the
// case holds the entry.
func (e *entry) keep(with *session, at pipeline.Setup, d *Proxy) (*program.Program, error) {
	if e.kept != nil {
		return e.kept.program, nil
	}
	dir, err := program.NewScratch()
	if err != nil {
		return nil, fmt.Errorf("the folder of the suite cannot be made: %w", err)
	}
	vars := variables(d, everyCase, dir.Path, at.Passes)
	delete(vars, varCase)
	p, err := program.Open(with.block.config(), program.Setup{Dir: at.Dir, Vars: vars, Ports: &e.ports, Shown: d.Shown})
	if err != nil {
		return nil, errors.Join(&pipeline.InputError{What: err.Error()}, dir.Remove())
	}
	e.kept = &kept{program: p, close: []func() error{dir.Remove, func() error { return closeProgram(p) }}}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.users++ // so that the proxy keeps its address
	return p, nil
}

// closeProgram ends a program. An extra reply is a mistake of the program.
func closeProgram(p *program.Program) error {
	err := p.Close()
	if err != nil {
		err = &pipeline.InputError{What: err.Error(), Err: err}
	}
	return err
}

// discard ends the process that lasts, if there is one. The next case gets a new one.
func (e *entry) discard() error {
	if e.kept == nil {
		return nil
	}
	var errs []error
	for i := len(e.kept.close) - 1; i >= 0; i-- {
		errs = append(errs, e.kept.close[i]())
	}
	e.kept = nil
	return errors.Join(append(errs, e.release())...)
}
