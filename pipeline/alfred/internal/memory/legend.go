package memory

// The meanings of the tags in lines, in the program's words; linked only where lines can have it.
const (
	programLegend = "**Entity Source Tags:**\n" +
		"- `[created:user]` / `[updated:user]` — User made this change via UI\n" +
		"- `[mentioned:user]` — User @-mentioned this entity\n" +
		"- `[read]` / `[created]` / `[generated]` — Alfred accessed via conversation"
	programLinked = "\n- `[linked]` — Auto-registered from FK field"

	programTableLegend = "**Entity Source Tags:**\n" +
		"- `created:user` / `updated:user` — User made this change via UI\n" +
		"- `mentioned:user` — User @-mentioned this entity\n" +
		"- `read` / `created` / `generated` — Alfred accessed via conversation\n" +
		"- `linked` — Auto-registered from FK field"

	seedLegend = "Tags:\n" +
		"- [read], [created], [updated], [deleted], [generated]: done by you in this conversation\n" +
		"- [read:full], [read:summary]: how much of a recipe was read last; a summary leaves out the instructions\n" +
		"- [created:user], [updated:user], [deleted:user]: done by the user in the app\n" +
		"- [mentioned:user]: the user pointed at it with @\n" +
		"- [linked]: known only because another row refers to it"
)

// legend explains the tags.
func (e Entities) legend(linked bool) string {
	switch {
	case !e.Program:
		return seedLegend
	case linked:
		return programLegend + programLinked
	}
	return programLegend
}

// The headings of the seed (F0).
const (
	seedGenerated = "## Generated Content (NOT YET SAVED)"
	seedActive    = "## Recent Context (last 2 turns)"
	seedRetained  = "## Long Term Memory (retained from earlier)"
)

const (
	noEntities = "No entities in context."
	noTracked  = "*No entities tracked.*"
)
