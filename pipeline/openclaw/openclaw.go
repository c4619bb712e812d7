// Package openclaw is the OpenClaw system: one assistant with a long session, a system prompt of sections that each
// appear on a condition of their own, skills that are read when they are wanted, sub-agents that report back,
// heartbeats, and a history that is made shorter. docs/systems/openclaw.md describes it; the rule ids in comments (O-1,
// O-22, …) are those of that page.
package openclaw
