// A test as a case: what it can say and ask while it runs. index.d.ts documents it.

import { control } from './control.js'
import { Told, wrong } from './told.js'

export class Case {
  #proxy
  #worker
  #said = [] // lines on their way

  constructor(name, proxy, worker) {
    this.case = name
    this.#proxy = proxy
    this.#worker = worker
  }

  get url() {
    return `${this.#proxy}/worker/${this.#worker}`
  }

  answers(answers) {
    return this.#say({ case: this.case, answers })
  }

  fault(fault) {
    return this.#say({ case: this.case, fault })
  }

  async calls() {
    return (await control(this.#proxy, { calls: this.case })).calls
  }

  async prompt(stage) {
    const calls = await this.calls()
    const call = calls.findLast((c) => c.stage === stage)
    if (!call) {
      const stages = [...new Set(calls.map((c) => c.stage))].join(', ') || 'none'
      throw wrong(`no call of the stage ${stage} so far; stages that called: ${stages}`)
    }
    return call.messages.map((message) => message.content).join('\n\n')
  }

  async begin() {
    await control(this.#proxy, { begin: this.case, worker: this.#worker })
  }

  /** Judges the case. */
  async end() {
    await Promise.allSettled(this.#said) // the test has their errors
    const { ok, diff } = await control(this.#proxy, { end: this.case, worker: this.#worker })
    if (!ok) throw new Told('Prompts', diff)
  }

  /** Forgets what the case has shown. */
  async drop() {
    await control(this.#proxy, { drop: this.case })
  }

  #say(line) {
    const said = control(this.#proxy, line)
    this.#said.push(said)
    return said
  }
}
