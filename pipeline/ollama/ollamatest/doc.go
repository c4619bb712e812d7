// WriteModel writes models of a few megabytes that a real Ollama server loads, so that clients of a server can be
// tested without a download and without a GPU. None of their numbers is trained:
//
//	random    random weights: meaningless printable text that depends on the prompt
//	endless   the same, and an answer does not end
//	stages    wired by hand: an answer for each stage of Beaver, OpenClaw and Agens, chosen by words of the user
//	embedder  a vector for each word, and for a text their mean
//
// They are files of the format GGUF, version 3, of the architecture llama with 32-bit floats, and with a tokenizer of
// bytes and merges, so that every text can be read and written. The same model has the same bytes everywhere.
//
// Phrases for the stages' model, anywhere in the user message that is answered, the first letter in either case:
//
//	plan             the router gives new_task, and the planner one agent
//	compare          the router gives new_task, and the planner a team of two nodes
//	go on            the router gives continue_task
//	instead          the router gives revise_task
//	that is all      the router gives close_task
//	forget it        the router gives abandon_task; without any of these it gives simple_chat
//	look up          main or a node calls the tool search, lookup_order or get_weather, if it is offered one of
//	                 them, and says a sentence once the tool has answered; the result of a tool can say it too
//	follow the skill OpenClaw's main calls read for ~/skills/trip-planner/SKILL.md
//	delegate         OpenClaw's main calls sessions_spawn
//	HEARTBEAT_OK     OpenClaw's main has nothing to report
//
// Phrases in the objective of a node of Agens:
//
//	the sky          its output sky is rain
//	the last word    it ends the job
//
// A node that is shown the tool get_weather calls it, and goes on to the node judge once there are results.
//
// The stages that choose skills choose trip-planner, order-tracking or permit-desk, the first one that is a candidate,
// and otherwise none. Other stages have one answer each.

package ollamatest
