import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { createApp } from '../app.ts'
import { eventually, startTestApi, type TestApi } from '../testing/test-api.ts'
import { readRunLog } from './run-log.ts'
import { PostgripClient, signingKeys, type WireTask } from './testing/postgrip-client.ts'

let api: TestApi
let app: Hono
const keys = signingKeys()
const agent = new PostgripClient(() => app, 'one', keys)
const program = new PostgripClient(() => app)

beforeAll(async () => {
  api = await startTestApi()
  const { services, storesOf, errors } = api
  app = createApp({
    ...services,
    storesOf,
    postgrip: true,
    actorOf: () => localActor,
    onError: (error) => errors.push(error),
  })
  const body = { agent_id: 'one', queues: ['pg'], signing_key: keys.publicKey }
  expect((await api.post('/v1/agent/register', body)).status).toBe(200)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const ended = (id: string) =>
  eventually(async () => {
    const task = await program.task(id)
    return task.state === 'succeeded' || task.state === 'failed' ? task : undefined
  })
const typesOf = async (task: WireTask) => (await agent.history(task)).map(({ type }) => type)

describe('the protocol of PostGrip', () => {
  it('is served only where it is switched on', async () => {
    expect((await api.fetch('/api/v1/tasks')).status).toBe(404)
  })

  it('greeting: runs a body that calls an activity', async () => {
    const { id } = await program.start('Greeting', ['Ana'], { workflowId: 'greet-1' })
    const first = await agent.poll()
    expect([first.id, first.type, first.state, first.payload.args]).toEqual([
      id,
      'workflow:Greeting',
      'leased',
      ['Ana'],
    ])
    const command = await agent.enqueue(first, 'activity:greet', { args: ['Ana'] })
    expect([command[0], command[1].id]).toEqual([202, `${id}.1`])
    expect((await agent.block(first))[0]).toBe(200)
    const call = await agent.poll()
    expect([call.id, call.type, call.payload.args]).toEqual([`${id}.1`, 'activity:greet', ['Ana']])
    await agent.complete(call, 'Hello, Ana')
    const second = await agent.poll()
    expect(await agent.history(second)).toMatchObject([
      { type: 'ActivityTaskScheduled', task_id: `${id}.1`, attributes: { activity_type: 'greet' } },
    ])
    expect(await agent.task(`${id}.1`)).toMatchObject({ state: 'succeeded', result: { value: 'Hello, Ana' } })
    await agent.complete(second, 'Hello, Ana')
    expect(await ended(id)).toMatchObject({ state: 'succeeded', result: { value: 'Hello, Ana' } })
    const [, workflow] = await program.ask('GET', '/workflows/greet-1')
    expect(workflow).toMatchObject({ id: 'greet-1', run_id: id, task_id: id, state: 'succeeded', type: 'Greeting' })
  })

  it('signals, timer, query and update: each is seen in the history', async () => {
    const { id } = await program.start('Chat', [], { workflowId: 'chat' })
    const first = await agent.poll()
    await agent.enqueue(first, 'timer', { durationMs: 1 })
    await agent.block(first)
    const second = await agent.poll()
    expect(await typesOf(second)).toEqual(['TimerStarted', 'TimerFired'])
    await agent.block(second)
    const [status] = await program.ask('POST', '/workflows/chat/signal', { name: 'on_message', args: ['a'] })
    expect(status).toBe(202)
    const third = await agent.poll()
    expect((await agent.history(third)).at(-1)).toMatchObject({
      type: 'WorkflowSignaled',
      attributes: { signal_name: 'on_message', args: ['a'] },
    })
    await agent.block(third)
    const payload = { workflowId: 'chat', workflowRunId: id, queryName: 'status', args: [] }
    const [, asked] = await program.ask<WireTask>('POST', '/tasks', { type: 'query:Chat', queue: 'pg', payload })
    const query = await agent.poll()
    expect([query.id, query.type, query.payload.queryName]).toEqual([asked.id, 'query:Chat', 'status'])
    await agent.complete(query, { received: 1 })
    expect(await ended(asked.id)).toMatchObject({ state: 'succeeded', result: { value: { received: 1 } } })
    const change = { workflowId: 'chat', workflowRunId: id, updateName: 'replace', args: [['x', 'y']] }
    const [, sent] = await program.ask<WireTask>('POST', '/tasks', {
      type: 'update:Chat',
      queue: 'pg',
      payload: change,
    })
    const update = await agent.poll()
    expect([update.id, update.type]).toEqual([sent.id, 'update:Chat'])
    await agent.complete(update, 2)
    expect(await ended(sent.id)).toMatchObject({ state: 'succeeded', result: { value: 2 } })
    const last = await agent.poll()
    expect((await agent.history(last)).at(-1)?.type).toBe('WorkflowUpdateCompleted')
    const { stores } = api.services
    const { endedUpdates } = await readRunLog(stores, localActor, id)
    expect(endedUpdates).toMatchObject([{ result: 2 }])
    // As if the answer came between the look at the delivery and the one at the mailbox.
    const notes = endedUpdates.map((end) => ({ kind: 'update_completed', update_id: end.id, result: end.result }))
    const between = async (statement: { readonly name?: string }, ...values: readonly never[]) =>
      statement.name === 'answered-updates' ? { rows: [{ notes }] } : stores.pool.query(statement as never, ...values)
    const pool = Object.assign(Object.create(stores.pool), { query: between })
    expect((await readRunLog({ ...stores, pool }, localActor, id)).endedUpdates).toEqual(endedUpdates)
    await agent.complete(last, 'done')
    expect(await ended(id)).toMatchObject({ result: { value: 'done' } })
    expect(await typesOf(last)).toContain('WorkflowUpdateCompleted')
  })

  it('child and continue-as-new: the client follows from task to task', async () => {
    const { id } = await program.start('Parent', [])
    const parent = await agent.poll()
    await agent.enqueue(parent, 'workflow:Counter', { args: [1], workflowType: 'Counter' })
    await agent.block(parent)
    const child = await agent.poll()
    expect([child.type, child.payload.args]).toEqual(['workflow:Counter', [1]])
    const next = { type: 'workflow:Counter', queue: 'pg', payload: { continuedFromWorkflowId: child.id, args: [2] } }
    expect((await agent.ask('POST', '/tasks', next))[0]).toBe(202)
    await agent.complete(child, null, {
      continue_as_new: { workflow_id: 'x', workflow_type: 'Counter', task_queue: 'pg', task_id: 'x' },
    })
    const successor = await agent.poll()
    expect([successor.type, successor.payload.args]).toEqual(['workflow:Counter', [2]])
    await agent.complete(successor, 3)
    const { result } = await ended(child.id)
    expect(result?.continue_as_new?.task_id).toBe(successor.id)
    const back = await agent.poll()
    expect([back.id, await typesOf(back)]).toEqual([id, ['ChildWorkflowExecutionStarted']])
    await agent.complete(back, null)
    await ended(id)
  })

  it('cancel: the body sees the request, and ends as cancelled', async () => {
    const { id } = await program.start('Long', [])
    await agent.block(await agent.poll())
    await program.ask('POST', `/workflows/${id}/cancel`, { reason: 'enough' })
    const task = await agent.poll()
    expect(await agent.history(task)).toMatchObject([
      { type: 'WorkflowCancellationRequested', attributes: { reason: 'enough' } },
    ])
    await agent.fail(task, 'enough', { type: 'CancelledFailure' })
    expect((await ended(id)).state).toBe('failed')
    const [status, late] = await agent.complete(task, 1)
    expect([status, late]).toMatchObject([409, { error: expect.stringMatching(/terminal|not leased/) }])
  })

  it('signed requests: another key, and a request without a signature, are refused', async () => {
    const { id } = await program.start('Signed', [])
    const task = await agent.poll()
    for (const other of [new PostgripClient(() => app, 'one'), new PostgripClient(() => app, 'one', signingKeys())]) {
      expect((await other.block(task))[0]).toBe(401)
    }
    await agent.complete(task, 'ok')
    expect((await ended(id)).state).toBe('succeeded')
  })

  it('signal with start, and an id in use', async () => {
    const body = { workflowType: 'Signals', queue: 'pg', args: [], signal: { name: 'go', args: [1] } }
    const [status, answer] = await program.ask('POST', '/workflows/sig/signal-with-start', body)
    expect([status, answer]).toMatchObject([202, { workflow: { id: 'sig' }, signal: { type: 'WorkflowSignaled' } }])
    const [refused] = await program.ask('POST', '/tasks', {
      type: 'workflow:Signals',
      queue: 'pg',
      payload: { workflowId: 'sig', args: [] },
    })
    expect(refused).toBe(409)
    await agent.complete(await agent.poll(), null)
  })

  it('code 10: a task goes through its states, and its workflow through its own (D38)', async () => {
    const states: string[] = []
    const becomes = async (id: string, state: string) => {
      await eventually(async () => ((await program.task(id)).state === state ? true : undefined))
      states.push(state)
    }
    const workflowState = async (id: string) =>
      (await program.ask<{ state: string }>('GET', `/workflows/${id}`))[1].state
    const { id } = await program.start('States', [])
    await becomes(id, 'queued')
    const first = await agent.poll()
    await becomes(id, 'leased')
    await agent.block(first)
    await becomes(id, 'blocked')
    expect(await workflowState(id)).toBe('running')
    await program.ask('POST', `/workflows/${id}/signal`, { name: 'go', args: [] })
    await becomes(id, 'queued')
    const second = await agent.poll()
    const next = { type: 'workflow:States', queue: 'pg', payload: { continuedFromWorkflowId: id, args: [1] } }
    await agent.ask('POST', '/tasks', next)
    const continue_as_new = { workflow_id: 'x', workflow_type: 'States', task_queue: 'pg', task_id: 'x' }
    await agent.complete(second, null, { continue_as_new })
    await becomes(id, 'succeeded')
    const third = await agent.poll()
    await agent.fail(third, 'broken')
    await becomes(third.id, 'failed')
    expect(states).toEqual(['queued', 'leased', 'blocked', 'queued', 'succeeded', 'failed'])
    expect([await workflowState(id), await workflowState(third.id)]).toEqual(['continued_as_new', 'failed'])
  })
})
