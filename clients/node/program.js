// Where the program is: in the package of npm for this platform, if npm has installed it.

import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** The path of the program; undefined: there is no package for this platform here. */
export function program() {
  const file = process.platform === 'win32' ? 'beaver-eval.exe' : 'beaver-eval'
  try {
    return require.resolve(`@beaver-eval/${process.platform}-${process.arch}/${file}`)
  } catch {
    return undefined
  }
}
