// A test is the case `file > suite > test`, with the name of its project first if that has one.

import { createHash } from 'node:crypto'

const most = 1000 // bytes of a case's id
const kept = 200 // characters of one that is longer, as the values of test.each can be

/** The case of a test in a worker. */
export function caseName(task) {
  const names = []
  for (let at = task; at !== task.file; at = at.suite ?? task.file) names.unshift(at.name)
  return joined(task.file.projectName, task.file.name, names)
}

/** The case of a test as reporters see it. */
export function caseOf(test) {
  const names = []
  for (let at = test; at.type !== 'module'; at = at.parent) names.unshift(at.name)
  return joined(test.project.name, test.module.relativeModuleId, names)
}

function joined(project, file, names) {
  const name = [...(project ? [project] : []), file, ...names].join(' > ').replace(/\s+/g, ' ').toWellFormed()
  if (Buffer.byteLength(name) <= most) return name
  return `${name.slice(0, kept).toWellFormed()}… ${createHash('sha256').update(name).digest('hex').slice(0, 12)}`
}
