package memory

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Parts of an entity's lines.

// ref returns the reference for a line: with back quotes only in the program.
func (e Entities) ref(x Entity) string {
	if e.Program {
		return "`" + x.Ref + "`"
	}
	return x.Ref
}

func label(x Entity) pipeline.Pieces { return x.From.Of(oneLine(x.Label)) }

func reason(x Entity) pipeline.Pieces { return x.Why.Of(oneLine(x.Reason)) }

// cell returns a text for a cell of a table.
func cell(p pipeline.Pieces) pipeline.Pieces {
	escaped := func(s string) string { return strings.ReplaceAll(oneLine(s), "|", `\|`) }
	return p.Rewritten(escaped(p.String()), escaped)
}

// oneLine removes line breaks: a text in a line of a list must not begin another one.
func oneLine(s string) string {
	return lineBreaks.Replace(s)
}

var lineBreaks = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\v", " ", "\f", " ", "\u0085", " ",
	"\u2028", " ", "\u2029", " ")

// inLine returns a foreign text for a line of a list.
func inLine(p pipeline.Pieces) pipeline.Pieces { return p.Rewritten(oneLine(p.String()), oneLine) }

// refLabel returns "- recipe_1: Butter Chicken".
func (e Entities) refLabel(x Entity) pipeline.Pieces {
	return say("- ", e.ref(x), ": ", label(x))
}

// kind returns the type for a line. A plan of meals is saved as meals, so the seed calls it a meal.
func (e Entities) kind(x Entity) string {
	if !e.Program && x.Type == "meal_plan" {
		return "meal"
	}
	return x.Type
}

// action returns an entity's last action; level adds how much of a recipe was read (F4).
func action(x Entity, level bool) string {
	if !level || x.Action != "read" || x.Type != "recipe" || x.Level == "" {
		return "[" + x.Action + "]"
	}
	if x.Level != "full" && x.LastFull > 0 {
		return fmt.Sprintf("[read:%s (last_full:T%d)]", x.Level, x.LastFull)
	}
	return "[read:" + x.Level + "]"
}

const unsaved = "[unsaved]"

// activeLine returns a line with type and action, and in the program the turn.
func (e Entities) activeLine(x Entity, typed, level bool) pipeline.Pieces {
	if !e.Program {
		level = true
	}
	line := e.refLabel(x)
	if typed {
		line = say(line, " (", e.kind(x), ")")
	}
	line = say(line, " ", action(x, level))
	if len(x.Parts) > 0 {
		line = say(line, ", saved as ", strings.Join(x.Parts, ", "))
	}
	if e.Program {
		line = say(line, " T", x.LastRef)
	}
	return line
}

// generatedLine returns the line of an unsaved artefact.
func (e Entities) generatedLine(x Entity, typed bool) pipeline.Pieces {
	if typed {
		return say(e.refLabel(x), " (", e.kind(x), ") ", unsaved)
	}
	return say(e.refLabel(x), " ", unsaved)
}

// retainedLine returns the line of an older entity, with the reason why it stays.
func (e Entities) retainedLine(x Entity, typed, level bool) pipeline.Pieces {
	if e.Program {
		return because(e.activeLine(x, typed, level), x)
	}
	return because(say(e.refLabel(x), " (", e.kind(x), ", turn ", x.LastRef, ")"), x)
}

// because appends the reason to a line.
func because(line pipeline.Pieces, x Entity) pipeline.Pieces {
	if x.Reason == "" {
		return line
	}
	return say(line, " — *", reason(x), "*")
}
