import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agentByHand } from '../testing/agent-by-hand.ts'
import { serveTestApi } from '../testing/serve-test-api.ts'
import { eventually, startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
const { register, one, respond, blocked, start, ended } = agentByHand(() => api)
beforeAll(async () => {
  api = await startTestApi()
  await register('one')
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

it('an agent is ten lines of Python, as the guide has them', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../../docs/guide/agents.md'), 'utf8')
  const client = /```python\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''
  expect(client.trim().split('\n').length).toBeLessThanOrEqual(10)
  const served = await serveTestApi(api)
  const id = await start()
  const first = await one('one')
  await blocked(first, [{ kind: 'activity', n: 1, name: 'greet', args: ['Ana'] }])
  await eventually(async () => {
    const found = await api.services.stores.pool.query(`select from async_task where kind = 'activity'`)
    return found.rowCount === 1 ? true : undefined
  })
  const settings = `URL = '${served.url}'\nHEADERS = {'Content-Type': 'application/json'}\n`
  await promisify(execFile)('python3', ['-c', settings + client])
  const second = await one('one')
  const answer = second.history?.news.find(({ kind }) => kind === 'resolved')
  expect([second.run_id, answer?.value]).toEqual([id, 'Hello Ana'])
  await respond(second, { up_to_seq: second.up_to_seq, outcome: 'completed', commands: [], result: null })
  await ended(id, 'COMPLETED')
  await served.close()
})
