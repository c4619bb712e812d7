// Tests that run at once share the environment, so a request to the base URL in it belongs to any of them. Each has a
// base URL of its own, beaver.url; what comes to the shared one meanwhile is caught in a case that is dropped.

import { control } from './control.js'
import { wrong } from './told.js'

export class Crowd {
  #proxy
  #worker
  #size = 0
  #begun

  constructor(proxy, worker) {
    this.#proxy = proxy
    this.#worker = worker
  }

  async enter(file) {
    if (this.#size++ === 0) {
      this.name = `${file} > concurrent tests`
      this.#begun = control(this.#proxy, { begin: this.name, worker: this.#worker })
    }
    await this.#begun
  }

  /** Whether no test of the crowd has used the shared URL so far. */
  async leave() {
    const { calls } = await control(this.#proxy, { calls: this.name })
    if (--this.#size === 0) await control(this.#proxy, { drop: this.name })
    return calls.length === 0
  }

  wrong() {
    return wrong('concurrent tests have called a model at the base URL in the environment, and nobody can tell which ' +
      'test a call belongs to: give their clients the URL of the test, ' +
      'test.concurrent(name, async ({ beaver }) => … beaver.url …), or let the tests run one after the other')
  }
}
