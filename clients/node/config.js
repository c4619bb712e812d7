// The plugin for vitest.config: it adds the set-up file of the workers, and the part that runs in vitest's own process.

import { fileURLToPath } from 'node:url'
import { Controller } from './controller.js'
import { key } from './key.js'

const setup = fileURLToPath(new URL('./setup.js', import.meta.url))
const known = ['suite', 'root', 'bin']
const controlled = new WeakSet() // instances of vitest; projects share one

export function beaver(options = {}) {
  for (const key of Object.keys(options)) {
    if (!known.includes(key)) throw new Error(`beaver(): unknown option ${key}; there are ${known.join(', ')}`)
  }
  return {
    name: 'beaver-eval',
    config(config) {
      const test = (config.test ??= {})
      const own = [test.setupFiles ?? []].flat()
      // First, so that set-up files of the application that import it find the base URLs too.
      test.setupFiles = [setup, ...own.filter((file) => file !== setup)]
    },
    configureVitest({ vitest, project }) {
      project.provide(key, {}) // until a run begins: vitest list has none
      if (controlled.has(vitest)) return
      controlled.add(vitest)
      vitest.config.reporters.push(new Controller(vitest, options))
    },
  }
}
