// A `beaver-eval proxy` that this process has started.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { wrong } from './told.js'

export class Proxy {
  #child
  #notes = ''
  #ended

  /** Starts the program in a folder; afterwards url is where requests and control lines go. */
  static async start(bin, args, cwd) {
    const proxy = new Proxy(bin, args, cwd)
    const lines = createInterface({ input: proxy.#child.stdout })
    const first = new Promise((resolve) => lines.once('line', resolve))
    const line = await Promise.race([first, proxy.#ended])
    if (typeof line !== 'string') {
      const notes = line.notes.trim().replace(/^beaver-eval: /, '')
      throw wrong(notes || `${bin} ended with exit code ${line.code}`)
    }
    proxy.url = JSON.parse(line).url
    return proxy
  }

  constructor(bin, args, cwd) {
    this.#child = spawn(bin, args, { cwd, stdio: ['pipe', 'pipe', 'pipe'] })
    this.#child.stderr.setEncoding('utf8').on('data', (text) => (this.#notes += text))
    this.#child.stdin.on('error', () => {}) // it has ended already: its exit code says so
    this.#ended = new Promise((resolve, reject) => {
      this.#child.once('close', (code, signal) => resolve({ code: code ?? signal, notes: this.#notes }))
      this.#child.once('error', (error) => reject(wrong(error.code === 'ENOENT' ? missing(bin, cwd) : error.message)))
    })
  }

  /** Ends the input, and waits for the verdict: the exit code (of a killed program the signal), and what it wrote. */
  end() {
    this.#child.stdin.end()
    return this.#ended
  }
}

function missing(bin, cwd) {
  return `no program ${bin}, started in ${cwd}: put beaver-eval on the PATH, or its path into BEAVER_EVAL_BIN`
}
