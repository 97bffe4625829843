import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRows } from '#proof/testing/all-rows.ts'
import { startTestApi, type TestApi } from '../api/testing/test-api.ts'
import { encodings, encodingsIn, refuseCanaryInTables, suiteCanary } from '../db/testing/canary.ts'
import { noSecrets, readSecrets } from '../secrets.ts'
import { startFailureCalls } from './failure-calls/failure-calls.ts'

const canary = 'Canary/7d1e+Echoed value'

const functions = `
const encodings = {${Object.entries(encodings)
  .map(([name, encode]) => `${JSON.stringify(name)}: ${encode.toString()}`)
  .join(',')}}
import { domainToASCII } from 'node:url'
const each = (value, write) => Array.from({ length: value.length }, (_, index) => write(value.charCodeAt(index))).join('')
const all = (context) => Object.values(encodings).map((encode) => encode(context.secret('CANARY')))
export function gives(_, context) { return { given: all(context), environment: { ...process.env } } }
export function fails(_, context) { throw Object.assign(new Error(all(context).join()), { name: all(context)[0] }) }
export function tells(_, context) {
  for (const text of all(context)) { context.log(text); context.progress(0.5, text); console.log(text) }
  return {}
}
`

/** What comes back by each way of an answer, in the encoding that the path names. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const [, way = '', index = '0'] = (request.url ?? '').split('?')[0]?.split('/') ?? []
  const encode = Object.values(encodings)[Number(index)] as (value: string) => string
  const text = encode(String(request.headers['x-key'] ?? canary))
  if (way === 'redirect')
    response.writeHead(302, { location: `http://${encodeURIComponent(text).replaceAll('%', '')}.example:81/` })
  else if (way === 'refusal') response.writeHead(418, 'No')
  else response.writeHead(200, text.slice(0, 100), { 'content-type': 'application/json', 'x-echo': text })
  response.end(JSON.stringify({ text, [text]: [text], within: JSON.stringify({ text }) }))
}

const ways = Object.keys(encodings).flatMap((_, index) =>
  ['echo', 'refusal', 'redirect'].map((way) => ({ way, index })),
)

describe.each(['environment', 'page'] as const)(
  'a secret of the %s that servers and functions send back in twelve encodings (access 14; ASVS 14.2.4, 16.2.5)',
  (from) => {
    const lines: string[] = []
    const told: string[] = []
    const server = createServer((request, response) => {
      if (request.url !== '/failed') return answer(request, response)
      request.on('data', (chunk: Buffer) => told.push(chunk.toString()))
      request.on('end', () => response.writeHead(204).end())
    })
    let api: TestApi
    let url = ''
    beforeAll(async () => {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
      url = `http://${host}`
      const secrets =
        from === 'environment'
          ? readSecrets({ HEDDLE_SECRET_CANARY: canary, HEDDLE_ORIGINS_CANARY: `functions ${url}` })
          : noSecrets
      api = await startTestApi({
        index: true,
        functions,
        secrets,
        engine: { http: { allow: [host] }, log: (line) => lines.push(line) },
      })
      if (from === 'environment') return
      const origins = ['functions', url]
      const secret = { name: 'CANARY', value: canary, origins, workflows: [] }
      const response = await api.post('/api/trpc/secrets.create', secret)
      expect({ status: response.status, text: await response.text() }).toMatchObject({ status: 200 })
    })
    afterAll(async () => {
      await api.stop()
      server.closeAllConnections()
      server.close()
    })

    it('stands in no table, answer, export, log line or call on failure', async () => {
      const calls = startFailureCalls({
        pool: api.services.stores.pool,
        target: `${url}/failed`,
        urlOf: (runId) => `http://127.0.0.1:3000/runs/${runId}`,
        onCalled: () => undefined,
        log: (line) => lines.push(line),
      })
      const ask = (path: string) =>
        `  - { name: Ask, type: HTTP, http_config: { url: "${path}?k={{ secrets.CANARY }}", headers: { x-key: "{{ secrets.CANARY }}" }, max_redirects: 1 } }\n`
      const runs: Readonly<Record<string, { readonly text: string; readonly inputs: readonly object[] }>> = {
        Echoes: { text: ask(`${url}/{{ input.way }}/{{ input.index }}`), inputs: ways },
        Functions: {
          text: '  - { name: Gives, function: t.gives }\n  - { name: Tells, function: t.tells }\n',
          inputs: [{}],
        },
        Fails: { text: '  - { name: Fails, function: t.fails }\n', inputs: [{}] },
        Front: { text: ask('{{ input.at }}{{ secrets.CANARY }}.example/x'), inputs: [{ at: 'http://' }] },
      }
      const answers: string[] = []
      const get = async (path: string) => {
        const response = await api.fetch(path)
        expect({ path, status: response.status }).toEqual({ path, status: 200 })
        answers.push(await response.text())
      }
      for (const [name, { text, inputs }] of Object.entries(runs)) {
        answers.push(await (await api.publish(`workflow_type: ${name}\nsteps:\n${text}`)).text())
        for (const input of inputs) {
          const body = await (await api.post(`/v1/workflows/run?name=${name}&wait=20000`, { input })).text()
          answers.push(body)
          const runId = /"run_id":\s*"([^"]+)"/.exec(body)?.[1] ?? ''
          expect({ body, runId }).not.toMatchObject({ runId: '' })
          for (const part of ['', '/history']) await get(`/v1/workflow-runs/${runId}${part}`)
          await get(`/api/trpc/runs.get?input=${encodeURIComponent(JSON.stringify({ runId }))}`)
        }
      }
      await expect.poll(() => told.length).toBeGreaterThan(2 * Object.keys(encodings).length)
      await calls.stop()
      for (const path of [
        '/v1/workflow-runs',
        '/v1/workflow-runs/export?format=csv',
        '/v1/workflow-runs/export?format=json',
        '/v1/workflows',
        '/api/trpc/secrets.list',
      ])
        await get(path)
      const rows = await allRows(api.services.stores.pool)
      const everything = { rows, answers: answers.join('\n'), lines: lines.join('\n'), told: told.join('\n') }
      for (const text of Object.values(everything)) {
        expect(text).toContain('[secret CANARY]')
        for (const each of [text, text.replaceAll('""', '"').replaceAll('\\\\', '\\')]) {
          expect(encodingsIn(each, canary)).toEqual([])
          expect(encodingsIn(each, suiteCanary.value)).toEqual([])
        }
      }
      expect(Object.values(everything).join().toLowerCase()).not.toContain('7d1eechoed')
    })

    it('would be found in a table', async () => {
      const { pool } = api.services.stores
      for (const encode of Object.values(encodings)) {
        await pool.query('create table planted (text text)')
        await pool.query('insert into planted values ($1)', [`x ${encode(suiteCanary.value)} y`])
        await expect(refuseCanaryInTables(api.databaseUrl)).rejects.toThrow('planted')
        await pool.query('drop table planted')
      }
    })
  },
)
