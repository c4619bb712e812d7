package beaver

// The answers that the stages accept, as JSON Schema: R-4, P-3, A-4, K-4, E-1, L-1, L-2. The harness breaks answers by
// these and compares the stages' behaviour with them, so nothing here may be made from the code that reads answers, nor
// be read by it. The keys of FB-5 may have any type: their description says which one is asked for.
const (
	schemaRouter = `{
		"type": "object", "required": ["action"],
		"properties": {
			"action": {"enum": ["simple_chat", "new_task", "continue_task", "revise_task", "close_task", "abandon_task"]},
			"reason": {"description": "a text"},
			"short_title": {"description": "a text"}
		}
	}`
	schemaPlanner = `{
		"type": "object", "required": ["mode"], "additionalProperties": false,
		"properties": {
			"mode": {"enum": ["single", "team"]},
			"reason": {"type": ["string", "null"]},
			"strategy": {"type": ["string", "null"]},
			"nodes": {"type": ["array", "null"], "items": {
				"type": "object", "required": ["id", "task"], "additionalProperties": false,
				"properties": {
					"id": {"type": "string"}, "task": {"type": "string"}, "role": {"type": ["string", "null"]},
					"skill_query": {"type": ["string", "null"]},
					"required_capabilities": {"type": ["array", "null"], "items": {"type": "string"}},
					"depends_on": {"type": ["array", "null"], "items": {"type": "string"}},
					"constraints": {"type": ["array", "null"], "items": {"type": "string"}},
					"expected_output": {"type": ["string", "null"]}
				}
			}},
			"final_synthesis_instruction": {"type": ["string", "null"]}
		},
		"if": {"properties": {"mode": {"const": "team"}}},
		"then": {
			"required": ["strategy", "nodes", "final_synthesis_instruction"],
			"properties": {
				"strategy": {"type": "string"}, "nodes": {"type": "array"},
				"final_synthesis_instruction": {"type": "string"}
			}
		}
	}`
	schemaNames    = `{"type": "array", "items": {"type": "string"}}`
	schemaGuidance = `{
		"type": "object", "required": ["guidance_name", "content"],
		"properties": {
			"guidance_name": {"type": "string", "pattern": "\\S"},
			"description": {"description": "a text"},
			"content": {"type": "string", "pattern": "\\S"},
			"tags": {"description": "a list of texts"}
		}
	}`
	schemaDraft = `{
		"type": "object", "required": ["frontmatter", "content"],
		"properties": {
			"frontmatter": {
				"type": "object", "required": ["description"],
				"properties": {
					"description": {"type": "string", "pattern": "\\S"},
					"tools": {"type": ["array", "null"], "items": {"type": "string"}}
				}
			},
			"content": {"type": "string", "pattern": "\\S"},
			"change_reason": {"type": ["string", "null"]}
		}
	}`
)
