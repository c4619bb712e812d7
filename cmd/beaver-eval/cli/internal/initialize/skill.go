package initialize

import "errors"

// skillFile is the skill for coding agents, in a folder that several of them read.
const skillFile = ".agents/skills/beaver-eval/SKILL.md"

// skill implements init --skill: it writes the skill into the project that there is.
func (a *initApp) skill() error {
	p, err := a.Project()
	if err != nil {
		return err
	}
	if err := p.CheckWritable(".agents/skills/beaver-eval"); err != nil {
		return err
	}
	w := &writer{project: p}
	err = w.put(skillFile, text("SKILL.md"))
	return errors.Join(err, a.told(w))
}
