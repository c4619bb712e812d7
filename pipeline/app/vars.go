package app

import (
	"os"
	"path/filepath"
	"strings"
)

// Variables that a program finds besides the base URLs of providers.
const (
	varURL  = "BEAVER_EVAL_URL"  // the address of the case at the proxy
	varCase = "BEAVER_EVAL_CASE" // its id
	varDir  = "BEAVER_EVAL_DIR"  // a folder that lasts through the case
)

// key is a placeholder for a provider's key: clients refuse to start without one.
const key = "beaver-eval"

// keyOf returns the provider key that a program gets. The user's own is for runs that may ask the provider; all others
// hide it from the program.
func keyOf(variable string, passes bool) string {
	if own := os.Getenv(variable); passes && own != "" {
		return own
	}
	return key
}

// Variables returns the environment variables that lead a program to the proxy, for the case of a name. dir is a folder
// of the case's own. Without a name they are for tests, which name their cases themselves.
func (d *Proxy) Variables(name, dir string) map[string]string {
	vars := variables(d, name, dir, false)
	if name == "" {
		delete(vars, varCase)
		delete(vars, varDir)
	}
	return vars
}

// variables returns the environment variables that lead a program to the proxy, for one case. dir is the case's folder;
// passes says that its requests may be passed on to providers.
func variables(d *Proxy, name, dir string, passes bool) map[string]string {
	base, proxy := d.URL(name), d.Proxy(name)
	vars := map[string]string{
		varURL: base, varCase: name, varDir: filepath.ToSlash(dir),

		"OPENAI_BASE_URL": base + "/v1", "OPENAI_API_BASE": base + "/v1",
		"OPENAI_API_KEY":     keyOf("OPENAI_API_KEY", passes),
		"ANTHROPIC_BASE_URL": base, "ANTHROPIC_API_KEY": keyOf("ANTHROPIC_API_KEY", passes),
		"OLLAMA_HOST": base, "OLLAMA_BASE_URL": base,

		"HTTP_PROXY": proxy, "HTTPS_PROXY": proxy, "ALL_PROXY": proxy, "NO_PROXY": "127.0.0.1,localhost,::1",
		"NODE_USE_ENV_PROXY": "1",
	}
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"} {
		vars[strings.ToLower(name)] = vars[name] // some clients read the one, some the other
	}
	for name, value := range quiet {
		vars[name] = value
	}
	return vars
}

// quiet are variables that keep frameworks from sending telemetry, from buffering their output, and from colouring it
// for a terminal.
var quiet = map[string]string{
	"OPENAI_AGENTS_DISABLE_TRACING": "1",
	"LANGSMITH_TRACING":             "false",
	"LANGCHAIN_TRACING_V2":          "false",
	"OTEL_SDK_DISABLED":             "true",
	"DO_NOT_TRACK":                  "1",
	"NO_COLOR":                      "1",
	"PYTHONUNBUFFERED":              "1", // else a program that keeps a case seems to hang
	"ANONYMIZED_TELEMETRY":          "false",
	"NEXT_TELEMETRY_DISABLED":       "1",
	"HF_HUB_DISABLE_TELEMETRY":      "1",
}

// variableNames returns the names that a suite's env can use.
func variableNames() []string {
	return []string{
		varURL, varCase, varDir, "OPENAI_BASE_URL", "OPENAI_API_BASE", "OPENAI_API_KEY", "ANTHROPIC_BASE_URL",
		"ANTHROPIC_API_KEY", "OLLAMA_HOST", "OLLAMA_BASE_URL",
	}
}
