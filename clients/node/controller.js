// The part in vitest's own process: a reporter that starts a proxy for each run of tests, and ends it with its verdict.

import { control } from './control.js'
import { key } from './key.js'
import { caseOf } from './names.js'
import { Proxy } from './proxy.js'
import { program } from './program.js'
import { wrong } from './told.js'

const most = 5 // names of cases in a message

export class Controller {
  #vitest
  #options
  #proxy
  #whole // whether this run has all tests

  constructor(vitest, options) {
    this.#vitest = vitest
    this.#options = options
  }

  /** Vitest waits for this before it starts workers. In watch mode each round has a proxy of its own. */
  async onTestRunStart(specifications) {
    const accept = accepts(process.env.BEAVER_EVAL_ACCEPT)
    const outer = process.env.BEAVER_EVAL_URL
    if (outer) {
      if (accept) throw wrong('BEAVER_EVAL_ACCEPT does nothing in a command that beaver-eval runs: accept with ' +
        '`beaver-eval accept --all -- COMMAND`')
      this.#provide({ url: outer })
      return
    }
    const { suite, root, bin } = this.#options
    const args = ['proxy', '--accept-with', 'BEAVER_EVAL_ACCEPT=1 npx vitest run',
      ...(suite ? ['--suite', suite] : []), ...(root ? ['--root', root] : []), ...(accept ? ['--accept'] : [])]
    const command = bin ?? (process.env.BEAVER_EVAL_BIN || program() || 'beaver-eval')
    this.#proxy = await Proxy.start(command, args, this.#vitest.config.root)
    this.#provide({ url: this.#proxy.url, accept })
    this.#whole = await this.#isWhole(specifications)
  }

  async onTestRunEnd(modules, errors, reason) {
    const proxy = this.#proxy
    if (!proxy) return
    this.#proxy = undefined
    let gone = ''
    try {
      if (this.#whole && ranToItsEnd(this.#vitest.config, errors, reason)) gone = await this.#gone(proxy, modules)
    } finally {
      const { code, notes } = await proxy.end()
      if (code !== 0 || gone) process.exitCode ||= 1
      this.#vitest.logger.error([notes.trimEnd(), gone].filter(Boolean).join('\n'))
    }
  }

  /** Tells all workers to come. */
  #provide(value) {
    for (const project of this.#vitest.projects) project.provide(key, value)
  }

  /** Whether no filter chooses among files or tests. */
  async #isWhole(specifications) {
    const { testNamePattern, shard, changed, related, tagsFilter } = this.#vitest.config
    if (testNamePattern || shard || changed || related?.length || tagsFilter?.length) return false
    return specifications.length === (await this.#vitest.globTestSpecifications()).length
  }

  /** Says which goldens no test has; empty: none, or nobody can tell, since a file was not read to its end. */
  async #gone(proxy, modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const unread = modules.some((module) => module.errors().length > 0)
    const chosen = tests.some((test) => test.options.mode === 'only')
    if (unread || chosen) return ''
    const there = new Set(tests.map(caseOf))
    const { suite, goldens } = await control(proxy.url, { goldens: true })
    const gone = goldens.filter((name) => !there.has(name))
    if (gone.length === 0) return ''
    const more = gone.length > most ? ` and ${gone.length - most} more` : ''
    return `error: ${suite}: no test has the case of these goldens: ${gone.slice(0, most).join(', ')}${more}; ` +
      `where its test was renamed or removed, remove the file below goldens/${suite}`
  }
}

/** A worker that dies and a run that is interrupted, or bails, leave files whose tests nobody knows. */
function ranToItsEnd({ bail }, errors, reason) {
  return errors.length === 0 && reason !== 'interrupted' && !(bail && reason === 'failed')
}

function accepts(value) {
  if (!value || value === '0') return false
  if (value === '1') return true
  throw wrong(`BEAVER_EVAL_ACCEPT is ${value}, want 1: the goldens become what the run shows`)
}
