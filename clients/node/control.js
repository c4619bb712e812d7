import { wrong } from './told.js'

const send = globalThis.fetch // before a test replaces it

/** Sends a control line to the proxy; returns its answer, if this kind of line has one. */
export async function control(proxy, line) {
  const headers = { 'content-type': 'application/json' }
  const response = await send(`${proxy}/control`, { method: 'POST', headers, body: JSON.stringify(line) })
  const text = await response.text()
  if (!response.ok) throw wrong(said(text) ?? `the proxy answers ${response.status}: ${text}`)
  return text ? JSON.parse(text) : undefined
}

function said(text) {
  try {
    return JSON.parse(text).error
  } catch {
    return undefined // not an answer of beaver-eval
  }
}
