import type { Plugin } from 'vitest/config'

export interface Options {
  /** The suite that the tests drive. Default: the only one of the project that its own tests drive. */
  suite?: string
  /** The project's folder. Default: the nearest one with beaver-eval.yaml, from vitest's root upwards. */
  root?: string
  /** The program. Default: the variable BEAVER_EVAL_BIN, else the one of this package, else `beaver-eval` on the PATH. */
  bin?: string
}

/** The plugin: `plugins: [beaver()]`. An option that it does not know is an error. */
export function beaver(options?: Options): Plugin
