package pipeline

// SkillPolicy says what a system does with SKILL.md files that are not as they should be, and with two skills of one
// name.
type SkillPolicy int

// The policies.
const (
	SkillsLenient SkillPolicy = iota // mended where that can be; of two skills with one name the first counts
	SkillsStrict                     // dropped; of two skills with one name the last counts
)

// SkillReader is a System that names its policy. Any other reads skills leniently. The harness reads skills as the
// system does where it looks for their names, and puts them in an order in which those of a case count before those of
// its suite, and of a case's own those whose source overrides the others' (SkillSources).
type SkillReader interface {
	System
	SkillPolicy() SkillPolicy
}

// SkillPolicyOf is the policy of a system.
func SkillPolicyOf(s System) SkillPolicy {
	if r, ok := s.(SkillReader); ok {
		return r.SkillPolicy()
	}
	return SkillsLenient
}
