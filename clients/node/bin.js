#!/usr/bin/env node
// The command beaver-eval: starts the program of this platform, and ends as it does.

import { spawn } from 'node:child_process'
import { program } from './program.js'

const found = program()
if (!found) {
  console.error(
    `beaver-eval: there is no package @beaver-eval/${process.platform}-${process.arch}: install beaver-eval again ` +
      'without --omit=optional, or on Linux, macOS or Windows with an x64 or arm64 processor',
  )
  process.exit(2)
}
const child = spawn(found, process.argv.slice(2), { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', (error) => {
  console.error(`beaver-eval: ${found} cannot be started: ${error.message}`)
  process.exitCode = 3
})
child.on('exit', (code, signal) => {
  if (!signal) return (process.exitCode = code)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
