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

const judged = new Set() // cases: a test that is run again drops what it has shown

function isAgain({ result }) {
  return result.retryCount > 0 || result.repeatCount > 0
}

if (!proxy && inject(key)) lead(nowhere) // modules that make clients are loaded, to list tests

if (proxy) {
  const worker = `${process.pid}-${threadId}` // the same for all files of a process, whose clients keep their URL
  const crowd = new Crowd(proxy, worker)
  lead(`${proxy}/worker/${worker}`)

  beforeEach(async (context) => {
    const { task } = context
    const own = new Case(caseName(task), proxy, task.concurrent ? `${worker}-${task.id}` : worker)
    if (isAgain(task) && judged.has(own.case)) await own.drop()
    if (task.concurrent) await crowd.enter(task.file.name)
    await own.begin()
    context.beaver = own
    globalThis[Symbol.for(key)] = task.concurrent ? undefined : own
  }, patience)

  afterEach(async ({ task, beaver }) => {
    globalThis[Symbol.for(key)] = undefined
    if (!beaver) return // it could not begin
    const alone = !task.concurrent || (await crowd.leave())
    const { state } = task.result
    if (!alone || state === 'skip' || (accept && state === 'fail')) {
      await beaver.drop()
      judged.delete(beaver.case)
    } else {
      judged.add(beaver.case)
      await beaver.end()
    }
    if (!alone) throw crowd.wrong()
  }, patience)
}
