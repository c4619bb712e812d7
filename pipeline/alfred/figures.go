package alfred

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Names of the figures, and facets of theirs.
const (
	figureCalls  = "route.calls"
	figureTokens = "route.tokens"
	figureReads  = "reads.redundant"
	figureLayers = "tokens.layer"
	figureIDs    = "ids.leaked"

	routeQuick   = "quick"
	routePlanned = "planned"

	layerEntities     = "entities"
	layerConversation = "conversation"
	layerReasoning    = "reasoning"
	layerOther        = "other"
)

// Figures implements pipeline.Measured.
func (*System) Figures() []pipeline.Figure {
	routes := []string{routeQuick, routePlanned}
	return []pipeline.Figure{
		{Name: figureCalls, Unit: pipeline.FigureMeanCount, Facets: routes, About: "calls of a turn, by its route"},
		{Name: figureTokens, Unit: pipeline.FigureMeanTokens, Facets: routes,
			About: "tokens of all prompts of a turn, by its route"},
		{Name: figureReads, Unit: pipeline.FigureShare,
			About: "reads of read steps that found only what was loaded when Think planned", Claim: "none"},
		{Name: figureLayers, Unit: pipeline.FigureMeanTokens,
			Facets: []string{layerEntities, layerConversation, layerReasoning, layerOther},
			About:  "tokens of a prompt, by layer of the context"},
		{Name: figureIDs, Unit: pipeline.FigureCount, Claim: "none",
			About: "ids of rows, or parts of them, in prompts"},
	}
}

// Measure implements pipeline.Measured.
func (*System) Measure(log []pipeline.Entry, sent func(path string) pipeline.Request) []pipeline.Amount {
	parts := idParts(log)
	amounts := slices.Concat(routeAmounts(log, sent), readAmounts(log))
	for _, e := range log {
		if e.Kind == pipeline.EntryCall {
			req := sent(e.Path)
			amounts = append(amounts, layerAmounts(&req)...)
			amounts = append(amounts, pipeline.Amount{Figure: figureIDs, Value: float64(leaked(&req, parts))})
		}
	}
	return amounts
}

// routeAmounts measures the turns that were looked up or planned. A turn that ends with a question of Understand has no
// route.
func routeAmounts(log []pipeline.Entry, sent func(path string) pipeline.Request) []pipeline.Amount {
	routes := map[string]string{}
	for _, e := range log {
		if e.Kind != pipeline.EntryEvent || e.Stage != eventNode {
			continue
		}
		switch string(e.Value) {
		case `"act_quick"`:
			routes[e.Path] = routeQuick
		case `"think"`:
			routes[e.Path] = routePlanned
		}
	}
	var amounts []pipeline.Amount
	for _, c := range pipeline.TurnCosts(log, sent) {
		route, ok := routes[c.Turn]
		if !ok {
			continue
		}
		for _, facet := range []string{route, ""} {
			amounts = append(amounts,
				pipeline.Amount{Figure: figureCalls, Facet: facet, Value: float64(c.Calls), Of: 1},
				pipeline.Amount{Figure: figureTokens, Facet: facet, Value: float64(c.Tokens), Of: 1})
		}
	}
	return amounts
}

// readAmounts counts the reads of read steps that did not fail. The report of a redundant one follows it.
func readAmounts(log []pipeline.Entry) []pipeline.Amount {
	var amounts []pipeline.Amount
	steps := readSteps(log)
	for _, e := range log {
		if e.Kind == pipeline.EntryFallback && e.Fallback.Reason == reasonRedundant && len(amounts) > 0 {
			amounts[len(amounts)-1].Value = 1
		}
		if e.Kind != pipeline.EntryTool || e.Tool.Call.Name != toolRead || e.Tool.Result.Failed {
			continue
		}
		if slices.ContainsFunc(steps, func(at string) bool { return strings.HasPrefix(e.Path, at) }) {
			amounts = append(amounts, pipeline.Amount{Figure: figureReads, Of: 1})
		}
	}
	return amounts
}

// readSteps returns the places of planned read steps, each with its slash.
func readSteps(log []pipeline.Entry) []string {
	var steps []string
	for _, e := range log {
		var plan planDecision
		if e.Kind != pipeline.EntryDecided || e.Stage != stageThink || json.Unmarshal(e.Value, &plan) != nil {
			continue
		}
		turn, _, _ := strings.Cut(e.Path, "/")
		for _, n := range plan.Nodes {
			typ, number, _ := strings.Cut(n.ID, "-")
			if stepType(typ) == stepRead {
				steps = append(steps, turn+"/step:"+number+"/")
			}
		}
	}
	return steps
}

// layers are the sections of user messages that hold the three layers of the context.
func layers() map[string]string {
	return map[string]string{
		"Entities": layerEntities, "Entity Registry": layerEntities, "Entity Context": layerEntities,
		"Generated data": layerEntities, "Generated Content": layerEntities,

		"Current Message": layerConversation, "Recent Conversation": layerConversation,
		"Conversation history": layerConversation, "Conversation": layerConversation, "Context": layerConversation,
		"Request": layerConversation, "Pending": layerConversation, "Pending Clarification": layerConversation,
		"User message": layerConversation, "Answer": layerConversation,

		"Last turn": layerReasoning, "Curation": layerReasoning, "Previous Decisions": layerReasoning,
		"Previous step note": layerReasoning, "Data": layerReasoning, "What Was Accomplished": layerReasoning,
		"Conversation Flow": layerReasoning, "Ended early": layerReasoning,
	}
}

// layerAmounts measures a prompt by layer. What is in none of them is the prompt's own text, profile and schema.
func layerAmounts(req *pipeline.Request) []pipeline.Amount {
	of, tokens := layers(), map[string]int{}
	for _, m := range req.Messages {
		for _, s := range m.Sections {
			layer, ok := of[s.Name]
			if !ok || m.Role != pipeline.RoleUser {
				layer = layerOther
			}
			tokens[layer] += pipeline.EstimateTokens(s.Text)
		}
	}
	amounts := []pipeline.Amount{{Figure: figureLayers, Value: float64(req.EstimatedTokens()), Of: 1}}
	for _, layer := range []string{layerEntities, layerConversation, layerReasoning, layerOther} {
		n := float64(tokens[layer])
		amounts = append(amounts, pipeline.Amount{Figure: figureLayers, Facet: layer, Value: n, Of: 1})
	}
	return amounts
}

// idBytes is how many characters of an id in a row give it away.
const idBytes = 8

var rowID = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

func inNoID(r rune) bool { return r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'f') }

// idParts returns the parts of the ids that calls of the database named or returned.
func idParts(log []pipeline.Entry) map[string]bool {
	parts := map[string]bool{}
	for _, e := range log {
		if e.Kind != pipeline.EntryTool {
			continue
		}
		for _, id := range rowID.FindAllString(strings.ToLower(e.Tool.Call.Arguments+" "+e.Tool.Result.Content), -1) {
			for i := range len(id) - idBytes + 1 {
				parts[id[i:i+idBytes]] = true
			}
		}
	}
	return parts
}

// leaked counts the ids in a prompt: whole ones, known or not, and texts with a part of a known one.
func leaked(req *pipeline.Request, parts map[string]bool) int {
	n := 0
	for _, m := range req.Messages {
		// The few texts that an id may be in are found first: a regular expression takes long over whole prompts.
		for text := range strings.FieldsFuncSeq(strings.ToLower(m.Content()), inNoID) {
			if len(text) < idBytes {
				continue
			}
			others := rowID.Split(text, -1)
			n += len(others) - 1
			for _, other := range others {
				if hasPart(other, parts) {
					n++
				}
			}
		}
	}
	return n
}

// hasPart reports whether a text has a part of a known id.
func hasPart(run string, parts map[string]bool) bool {
	for i := range len(run) - idBytes + 1 {
		if parts[run[i:i+idBytes]] {
			return true
		}
	}
	return false
}
