import { key } from './key.js'
import { wrong } from './told.js'

function current() {
  const test = globalThis[Symbol.for(key)]
  if (test) return test
  throw wrong('beaver is used outside of a test (a concurrent test takes it from its context: ' +
    'test.concurrent(name, async ({ beaver }) => …)), or vitest.config lacks the plugin: ' +
    "plugins: [beaver()], from 'beaver-eval/vitest/config'")
}

export const beaver = {
  answers: (answers) => current().answers(answers),
  fault: (fault) => current().fault(fault),
  calls: () => current().calls(),
  prompt: (stage) => current().prompt(stage),
  get url() {
    return current().url
  },
  get case() {
    return current().case
  },
}
