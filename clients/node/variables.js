// The variables that lead a program to the proxy, as docs/own-application.md of beaver-eval lists them.

/** Clients refuse to start without a key. The developer's own stays hidden from the program. */
const placeholder = 'beaver-eval'

/** A base URL at which nobody answers. */
export const nowhere = 'http://127.0.0.1:9'

/** Frameworks would send their traces elsewhere. */
const quiet = {
  OPENAI_AGENTS_DISABLE_TRACING: '1',
  LANGSMITH_TRACING: 'false',
  LANGCHAIN_TRACING_V2: 'false',
  OTEL_SDK_DISABLED: 'true',
  DO_NOT_TRACK: '1',
}

/** Sets the base URLs of all providers in this process; in a thread of a pool, process.env is its own copy. */
export function lead(base) {
  Object.assign(process.env, {
    OPENAI_BASE_URL: `${base}/v1`,
    OPENAI_API_BASE: `${base}/v1`,
    OPENAI_API_KEY: placeholder,
    ANTHROPIC_BASE_URL: base,
    ANTHROPIC_API_KEY: placeholder,
    OLLAMA_HOST: base,
    OLLAMA_BASE_URL: base,
    ...quiet,
  })
}
