package pipeline

// SkillPolicy says what a system does with malformed SKILL.md files, and with two skills of one name.
type SkillPolicy int

// The policies.
const (
	SkillsLenient SkillPolicy = iota // repaired if possible; of two skills with one name the first counts
	SkillsStrict                     // dropped; of two skills with one name the last counts
)

// SkillReader is a System that names its policy. Any other reads skills leniently. The harness reads skills by the same
// policy where it looks for their names, and orders them so that a case's skills precede its suite's, and among a
// case's own those of an overriding source come first (SkillSources).
type SkillReader interface {
	System
	SkillPolicy() SkillPolicy
}

// SkillPolicyOf returns the policy of a system.
func SkillPolicyOf(s System) SkillPolicy {
	if r, ok := s.(SkillReader); ok {
		return r.SkillPolicy()
	}
	return SkillsLenient
}
