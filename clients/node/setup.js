// The set-up file of the workers. It runs before a test file and what that imports, so a client that is made when a
// module is loaded finds its base URL.

import { threadId } from 'node:worker_threads'
import { afterEach, beforeEach, inject } from 'vitest'
import { Case } from './case.js'
import { Crowd } from './crowd.js'
import { key } from './key.js'
import { caseName } from './names.js'
import { lead, nowhere } from './variables.js'

const { url: proxy, accept } = inject(key) ?? { url: process.env.BEAVER_EVAL_URL }

// Judging a case compares and shows all its prompts: on a busy machine that may take longer than vitest's 10 s.
const patience = 60_000

/** Whether this try of a test is not its first. */
const again = ({ result }) => result.retryCount > 0 || result.repeatCount > 0

if (!proxy && inject(key)) lead(nowhere) // modules that make clients are loaded, to list tests

if (proxy) {
  const worker = `${process.pid}-${threadId}` // the same for all files of a process, whose clients keep their URL
  const crowd = new Crowd(proxy, worker)
  lead(`${proxy}/worker/${worker}`)

  beforeEach(async (context) => {
    const { task } = context
    const own = new Case(caseName(task), proxy, task.concurrent ? `${worker}-${task.id}` : worker)
    if (again(task)) await own.drop()
    if (task.concurrent) await crowd.enter(task.file.name)
    await own.begin()
    context.beaver = own
    globalThis[Symbol.for(key)] = task.concurrent ? undefined : own
  }, patience)

  afterEach(async ({ task, beaver }) => {
    globalThis[Symbol.for(key)] = undefined
    if (task.concurrent) await crowd.leave()
    const { state } = task.result
    if (state === 'skip' || (accept && state === 'fail')) await beaver?.drop()
    else await beaver?.end()
  }, patience)
}
