import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { createCodeFiles } from '#server/workflows/code/code-files.ts'
import { eventually, startTestApi, type TestApi } from '../../testing/test-api.ts'

/** Runs of code as programs see them. */
const folder = join(import.meta.dirname, '../../../../proof/testing/code')
let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ engine: { functionsFolders: [folder], code: { threads: 1 } } })
  const { stores } = api.services
  const files = createCodeFiles({ stores, actor: localActor, functionsFolders: [folder], log: () => undefined })
  await files.publishChanged()
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

type Body = { readonly [key: string]: never } & { readonly error?: { readonly code: string; readonly field?: string } }
const json = async (answer: Response) => [answer.status, (await answer.json()) as Body] as const
const start = async (name: string, input: object = {}) => {
  const [status, body] = await json(await api.post(`/v1/workflows/run?name=${name}`, { input }))
  expect(status).toBe(201)
  return String(body.run_id)
}
const run = async (id: string) => (await json(await api.fetch(`/v1/workflow-runs/${id}`)))[1]
const until = (id: string, status: string) =>
  eventually(async () => ((await run(id)).workflow_status === status ? true : undefined))
const send = async (id: string, verb: string, body: object, headers = {}) =>
  json(await api.post(`/v1/workflow-runs/${id}/${verb}`, body, headers))

describe('a run of code over REST', () => {
  it('code 3: is started by its name, asked, updated and signalled', async () => {
    const id = await start('Messages', { first: 'a' })
    await until(id, 'WAITING_HUMAN_INPUT')
    expect(await send(id, 'query', { name: 'status' })).toEqual([200, { result: { received: 1 } }])
    const update = { name: 'replace_messages', args: [['x', 'y']], update_id: 'once' }
    const done = [200, { update_id: 'once', status: 'completed', result: 2 }]
    expect(await send(id, 'update', update)).toEqual(done)
    expect(await send(id, 'update', update)).toEqual(done)
    expect((await send(id, 'signal', { signal_name: 'on_message', args: ['z'] }))[0]).toBe(200)
    await until(id, 'COMPLETED')
    expect(await send(id, 'query', { name: 'status' })).toEqual([200, { result: { received: 3 } }])
    expect(await send(id, 'update', update)).toEqual(done)
    const audited = `select count(*)::int as count from audit where target = $1 and action = 'run.update'`
    expect((await api.services.stores.pool.query(audited, [id])).rows).toEqual([{ count: 1 }])
  })

  it('refuses input that its schema does not allow', async () => {
    const [status, body] = await json(await api.post('/v1/workflows/run?name=Order', { input: { ids: 'none' } }))
    expect([status, body.error?.code]).toEqual([422, 'INVALID_INPUT'])
  })

  it('code 6: refuses messages that the code does not take', async () => {
    const id = await start('Messages')
    await until(id, 'WAITING_HUMAN_INPUT')
    const code = async (verb: string, body: object) => {
      const [status, { error }] = await send(id, verb, body)
      return [status, error?.code]
    }
    expect(await code('query', { name: 'none' })).toEqual([404, 'QUERY_NOT_REGISTERED'])
    expect(await code('query', { name: 'schedules' })).toEqual([422, 'QUERY_MUST_NOT_SCHEDULE'])
    expect(await code('update', { name: 'none' })).toEqual([404, 'UPDATE_NOT_REGISTERED'])
    const many = { name: 'replace_messages', args: [['1', '2', '3', '4', '5', '6']] }
    expect(await code('update', many)).toEqual([422, 'UPDATE_REJECTED'])
    expect(await code('query', { name: 'status', args: 1 })).toEqual([400, 'BAD_REQUEST'])
    expect(await code('signal', { signal_name: 'on_message', args: ['a'], payload: ['b'] })).toEqual([
      400,
      'BAD_REQUEST',
    ])
  })

  it('code 8: hands its workflow id over to the run as which it continues', async () => {
    const answer = await api.post('/v1/workflows/run?name=Counter', { input: { n: 0, to: 30 }, workflow_id: 'count' })
    const first = String((await json(answer))[1].run_id)
    const chain = await eventually(async () => {
      const page = await (await api.fetch('/v1/workflow-runs?workflow_id=count')).json()
      const runs = (page as { items: readonly { run_id: string; workflow_status: string }[] }).items
      return runs.length === 3 && runs.every((each) => each.workflow_status === 'COMPLETED') ? runs : undefined
    })
    expect(chain.at(-1)?.run_id).toBe(first)
    const body = { input: { n: 0, to: 10 }, workflow_id: 'count', workflow_id_reuse: 'reject_duplicate' }
    const [status, { error }] = await json(await api.post('/v1/workflows/run?name=Counter', body))
    expect([status, error]).toMatchObject([409, { code: 'WORKFLOW_ID_IN_USE', run_id: chain[0]?.run_id }])
  })

  it('code 7: terminate ends it at once', async () => {
    const id = await start('Messages')
    await until(id, 'WAITING_HUMAN_INPUT')
    expect((await send(id, 'terminate', { reason: 'No longer needed' }))[0]).toBe(200)
    await until(id, 'CANCELLED')
  })

  it('code 10: has the four views of the table while it waits and when it has ended', async () => {
    const views = async (id: string) => {
      const { workflow_status, phase, status, task_state } = (await run(id)) as Record<string, unknown>
      return [workflow_status, phase, status, task_state]
    }
    const waiting = await start('Messages')
    await until(waiting, 'WAITING_HUMAN_INPUT')
    expect(await views(waiting)).toEqual(['WAITING_HUMAN_INPUT', 'RUNNING', 'waiting', 'blocked'])
    const failed = await start('Breaks')
    await until(failed, 'FAILED')
    expect((await views(failed))[2]).toBe('failed')
    const completed = await start('Chain', { length: 2 })
    await until(completed, 'COMPLETED')
    expect(await views(completed)).toEqual(['COMPLETED', 'COMPLETED', 'completed', 'succeeded'])
  })

  it('a run of steps has no queries and no updates', async () => {
    await api.publish('workflow_type: Steps\nsteps: [{ name: Ask, type: HUMAN, title: Ask }]\n')
    const id = await start('Steps')
    for (const verb of ['query', 'update']) {
      const [status, { error }] = await send(id, verb, { name: 'status' })
      expect([status, error?.code]).toEqual([409, 'INVALID_TRANSITION'])
    }
  })

  it('a text of steps cannot take the name of code', async () => {
    const answer = await api.publish('workflow_type: Messages\nsteps: [{ name: A, function: t.pass }]\n')
    const [status, { error }] = await json(answer)
    expect([status, error?.code]).toEqual([409, 'NAME_TAKEN'])
  })
})
