package clitest

import "os"

// AgentMain is the program: its argument says how it behaves, well or badly.
func AgentMain() {
	ways := map[string]func(){
		"": loop, "loop": loop, "fan": fan, "case": everyCase, "serve": serve, "early": early, "silent": silent,
		"mute": mute, "forever": forever, "flood": flood, "badjson": badJSON, "huge": huge, "crowd": crowd,
		"late": late, "away": away, "crash": crash, "file": file, "banner": banner, "clock": clock, "again": again,
		"embed": embed, "patient": patient, "swallow": swallow, "stuck": agentStuck,
		"sorry": sorry, "stream": agentStream,
		"live":   live,
		"astray": astray, "careless": careless, "tests": tests, "anthropic": anthropic, "ollama": agentOllama,
		"responses": responses, "until": until, "elsewhere": elsewhere,
		"dauntless": dauntless, "route": route, "ask": ask, "visited": visited, "mangled": mangled, "lapse": lapse,
		"remember": remember, "dirty": dirty,
	}
	name := ""
	if len(os.Args) > 1 {
		name = os.Args[1]
	}
	way, ok := ways[name]
	if !ok {
		fail("no such way: %s", name)
	}
	way()
}
