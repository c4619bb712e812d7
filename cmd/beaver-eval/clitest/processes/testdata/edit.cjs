// edit.cjs asks a YAML language server about files of the folder it runs in, as an editor does, and prints its answers.
// Arguments: the module of the server, then questions: FILE:LINE:CHARACTER, counted from 0.
const {spawn} = require('node:child_process')
const {pathToFileURL} = require('node:url')
const {readFileSync} = require('node:fs')
const {createRequire} = require('node:module')

const [server, ...questions] = process.argv.slice(2)
const rpc = createRequire(server)('vscode-jsonrpc/node')
const child = spawn(process.execPath, [server, '--stdio'], {stdio: ['pipe', 'pipe', 'inherit']})
const connection = rpc.createMessageConnection(
  new rpc.StreamMessageReader(child.stdout), new rpc.StreamMessageWriter(child.stdin))
const problems = new Map()
connection.onNotification('textDocument/publishDiagnostics', p => problems.get(p.uri)?.(p.diagnostics))
connection.onRequest('workspace/configuration', ({items}) => items.map(() => null))
connection.onRequest('client/registerCapability', () => null)
connection.listen()

async function main() {
  await connection.sendRequest('initialize', {processId: process.pid, rootUri: pathToFileURL(process.cwd()).href,
    capabilities: {textDocument: {hover: {contentFormat: ['markdown']}, completion: {}}}})
  await connection.sendNotification('initialized', {})
  for (const question of questions) {
    const [file, line, character] = question.split(':')
    const uri = pathToFileURL(file).href
    const diagnosed = new Promise(done => problems.set(uri, done))
    await connection.sendNotification('textDocument/didOpen',
      {textDocument: {uri, languageId: 'yaml', version: 1, text: readFileSync(file, 'utf8')}})
    const at = {textDocument: {uri}, position: {line: Number(line), character: Number(character)}}
    const [wrong, hover, completion] = await Promise.all([diagnosed,
      connection.sendRequest('textDocument/hover', at), connection.sendRequest('textDocument/completion', at)])
    for (const d of wrong) console.log(`${file}:${d.range.start.line + 1}: ${d.message}`)
    const means = (hover?.contents?.value ?? '').split('\n\nSource:')[0] // what follows names the folder
    console.log(`hover: ${JSON.stringify(means)}`)
    console.log(`keys: ${completion.items.map(i => i.label).sort().join(' ')}`)
    await connection.sendNotification('textDocument/didClose', {textDocument: {uri}})
  }
}
main().then(() => process.exit(child.kill() ? 0 : 1), err => { console.error(err); process.exit(1) })
