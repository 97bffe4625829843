import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRows } from '#proof/testing/all-rows.ts'
import { createPool } from '#server/db/pool.ts'
import { encodings, encodingsIn } from '#server/db/testing/canary.ts'
import { createTestDatabase, type TestDatabase } from '#server/db/testing/test-database.ts'

/**
 * Log of the real processes while people's texts and a secret pass through them: a text makes no line of its own, and the
 * secret stands in no line, table, answer or export.
 */
const forged = 'ready (pid 666)'
const breaks = ['\n', '\r', '\r\n', '\u0085', '\u2028', '\u2029', '\v', '\f', '\u001b[2K\r']
const texts = breaks.map((separator) => `x${separator}${forged}`)
const canary = 'Logged/5c3d+Canary value'
const listed = JSON.stringify(texts)

const functions = `
export function prints() {
  for (const text of ${listed}) { console.log(text); console.error(text) }
  process.stdout.write('{"level":30,"msg":"${forged}"}\\n')
  return {}
}
export function fails() { throw Object.assign(new Error(${listed}.join()), { name: ${JSON.stringify(texts[3])} }) }
export function tells(_, context) {
  for (const text of ${listed}) { context.log(text); context.progress(0.5, text) }
  return {}
}
export function leaks(_, context) {
  const encodings = {${Object.entries(encodings)
    .map(([name, encode]) => `${JSON.stringify(name)}: ${encode.toString()}`)
    .join(',')}}
  const all = Object.values(encodings).map((encode) => encode(context.secret('LOGGED')))
  for (const text of all) console.log(text)
  throw new Error(all.join())
}
import { domainToASCII } from 'node:url'
const each = (value, write) => Array.from({ length: value.length }, (_, index) => write(value.charCodeAt(index))).join('')
`
/** Whatever some program takes for the end of a line. */
const linesOf = (text: string) => text.split(/\r\n|[\n\r\u0085\u2028\u2029\v\f]/).filter((line) => line !== '')

describe('the log of the real processes', () => {
  let database: TestDatabase
  let folder = ''
  let echo = ''
  // Sends the secret back in every encoding, as an answer and as a refusal.
  const server = createHttpServer((request, response) => {
    const all = Object.values(encodings).map((encode) => encode(String(request.headers['x-key'])))
    response.writeHead(request.url === '/refuses' ? 418 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(all))
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    echo = `127.0.0.1:${(server.address() as AddressInfo).port}`
    database = await createTestDatabase()
    folder = await mkdtemp(join(tmpdir(), 'heddle-said-'))
    await writeFile(join(folder, 's.ts'), functions)
    // What the web process says of a file that it cannot publish quotes the file.
    await writeFile(
      join(folder, 'wrong.yaml'),
      `workflow_type: Wrong\nsteps:\n  - { name: "${canary}", function: s.prints, next: "${canary}" }\n`,
    )
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await database.drop()
    await rm(folder, { recursive: true })
  })

  it.each(['text', 'json'] as const)('has no line that a text made, and no secret: HEDDLE_LOG=%s', async (form) => {
    const heddle = await start({
      HEDDLE_LOG: form,
      DATABASE_URL: database.url,
      HEDDLE_FUNCTIONS: folder,
      HEDDLE_WORKFLOWS: folder,
      HEDDLE_SECRET_LOGGED: canary,
      HEDDLE_ORIGINS_LOGGED: `functions http://${echo}`,
      HEDDLE_HTTP_ALLOW: echo,
    })
    const answers = await exercise(heddle.url, form, echo)
    const output = await heddle.stop()
    for (const line of linesOf(output)) {
      const said = form === 'json' ? jsonStatement(line) : textStatement(line)
      expect(['heddle', 'database', 'engine', 'web'], line).toContain(said.source)
      expect(said.text.startsWith(forged), line).toBe(false)
    }
    // Each text came through: nothing passes because nothing was said.
    expect(output.split(forged).length).toBeGreaterThan(4 * texts.length)
    const pool = createPool(database.url, 1)
    const rows = await allRows(pool)
    await pool.end()
    const everything = [output, answers.join('\n'), rows]
    for (const text of everything) {
      expect(text).toContain('[secret LOGGED]')
      for (const each of [text, text.replaceAll('""', '"').replaceAll('\\\\', '\\')])
        expect(encodingsIn(each, canary)).toEqual([])
    }
  })
})

const textStatement = (line: string) => {
  const [, source = '', text = ''] = /^\d\d:\d\d:\d\d {2}(\w+) +(.*)$/.exec(line) ?? []
  return { source, text }
}

const jsonStatement = (line: string) => {
  const { source, msg, raw } = JSON.parse(line) as { source: string; msg: string; raw?: true }
  return { source, text: raw ? `| ${msg}` : msg }
}

interface Started {
  readonly url: string
  /** Its whole output. */
  stop(): Promise<string>
}

/** The supervisor as \`npm run dev\` starts it: without a build, which nobody needs who asks for no page. */
async function start(settings: Readonly<Record<string, string>>): Promise<Started> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'supervisor.ts')],
    {
      env: { ...process.env, ...settings, PORT: String(port), NODE_ENV: 'development' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  let output = ''
  const ended = once(child, 'exit')
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (/ready in [\d.]+ s: http/.test(output)) resolve()
      })
  })
  await Promise.race([ready, ended.then(() => Promise.reject(new Error(`It ended:\n${output}`)))])
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM')
      await ended
      return output
    },
  }
}

/** Sends every kind of text in by every way, and gives back what was answered. */
async function exercise(url: string, form: string, echo: string): Promise<readonly string[]> {
  const answers: string[] = []
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await (await fetch(`${url}${path}`, init)).text()
    answers.push(answer)
    return answer
  }
  const post = (path: string, body: unknown, type = 'application/json') =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const steps: readonly string[] = [
    `type: SCRIPT, code: ${JSON.stringify(`for (const text of ${listed}) console.log(text)\nreturn {}`)}`,
    'function: s.prints',
    'function: s.tells',
    'type: ASYNC, function: s.tells',
    'type: ASYNC, function: s.prints',
    'function: s.fails',
    'function: s.leaks',
    ...['echoes', 'refuses'].map(
      (way) => `type: HTTP, http_config: { url: "http://${echo}/${way}", headers: { x-key: "{{ secrets.LOGGED }}" } }`,
    ),
  ]
  const named = steps.map((step, index) => ({ name: `Says_${index}_${form}`, step, stepName: 'S' }))
  // Names are refused or kept: neither makes a line.
  const odd = texts.flatMap((text, index) => [
    { name: `Odd${index}${text}`, step: 'function: s.tells', stepName: 'S' },
    { name: `Odd_${index}_${form}`, step: 'function: s.tells', stepName: text },
  ])
  const runs: string[] = []
  for (const { name, step, stepName } of [...named, ...odd]) {
    const text = `workflow_type: ${JSON.stringify(name)}\nsteps:\n  - { name: ${JSON.stringify(stepName)}, ${step} }\n`
    await post('/v1/workflows', text, 'application/yaml')
    const started = await post(`/v1/workflows/run?name=${encodeURIComponent(name)}&wait=30000`, { input: {} })
    const [, runId] = /"run_id":\s*"([^"]+)"/.exec(started) ?? []
    if (runId !== undefined) runs.push(runId)
  }
  expect(runs.length).toBeGreaterThanOrEqual(steps.length)
  for (const runId of runs) for (const part of ['', '/history']) await ask(`/v1/workflow-runs/${runId}${part}`)
  for (const text of texts) {
    await post('/api/trpc/directory.savePerson', { id: `p${texts.indexOf(text)}`, name: text })
    await post('/api/trpc/directory.saveGroup', { id: `g${texts.indexOf(text)}`, name: text })
    await rawRequest(url, text)
  }
  for (const path of [
    '/v1/workflow-runs',
    '/v1/workflow-runs/export?format=csv',
    '/v1/workflow-runs/export?format=json',
    '/v1/workflows',
  ])
    await ask(path)
  return answers
}

/** Headers with bytes that no client would send. */
async function rawRequest(url: string, text: string): Promise<void> {
  const { hostname, port } = new URL(url)
  for (const encoding of ['utf8', 'latin1'] as const) {
    const socket = connect(Number(port), hostname)
    const headers = ['user-agent', 'idempotency-key', 'heddle-act-as', 'traceparent', 'last-event-id']
    const lines = headers.map((name) => `${name}: ${text}`)
    socket.end(
      Buffer.from(
        [`GET /v1/workflow-runs HTTP/1.1`, `host: ${hostname}:${port}`, ...lines, 'connection: close', '', ''].join(
          '\r\n',
        ),
        encoding,
      ),
    )
    socket.on('error', () => undefined)
    socket.resume()
    await once(socket, 'close')
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
