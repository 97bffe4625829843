import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import type { RunEvent } from '#core/run/event.ts'
import { localActor } from '#server/access/actor.ts'
import { createDatabase, type Database } from '#server/db/client.ts'
import type { Engine } from '#server/engine/engine.ts'
import { createCodeFiles } from '#server/workflows/code/code-files.ts'
import { createHarness, type Harness, poll, testFunctions } from '../testing/harness.ts'

/** Workflows that are code, from their files to the ends of their runs, by a whole engine. */
const folder = join(import.meta.dirname, '../testing/code')
const published: string[] = []
let harness: Harness
let database: Database
let scratch: string
let engine: Engine

const code = { functionsFolders: [folder, testFunctions], code: { threads: 1 } }

beforeAll(async () => {
  harness = await createHarness()
  database = createDatabase(harness.databaseUrl)
  scratch = await mkdtemp(join(tmpdir(), 'heddle-code-'))
  const stores = { pool: harness.pool, database, engine: harness.client }
  const log = (line: string) => published.push(line)
  await createCodeFiles({ stores, actor: localActor, functionsFolders: [folder], log }).publishChanged()
  await harness.publish('Drawn', [{ name: 'Set', type: 'TRANSFORM', set: { m: '2' } } as never])
  engine = await harness.engine(code)
})
afterAll(async () => {
  await database.$disconnect()
  await harness.close()
  await rm(scratch, { recursive: true })
})

const outcome = async (runId: string): Promise<Json> =>
  (await harness.until(runId, 'COMPLETED')).outcome?.output as Json
const commands = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'workflow.node.started' && event.attempt === 1 ? [event.step] : []))
const signal = (runId: string, text: string) =>
  harness.send(runId, { type: 'signal', signal_name: 'on_message', payload: [text] })
const ask = (runId: string, name: string) => harness.client.code.ask(harness.pool, { runId, name, args: [] })

it('publishes the workflows of the files', () => {
  expect(published).toEqual(
    [
      'Asks',
      'Books',
      'Breaks',
      'Chain',
      'Cleans',
      'Counter',
      'Counts',
      'Messages',
      'Order',
      'Parent',
      'Silent',
      'Spins',
    ].map((name) => expect.stringMatching(new RegExp(`^code/workflows.ts: ${name} is version 1$`))),
  )
})

it('code 3: three messages complete the worked example; its query and its update answer', async () => {
  const runId = await harness.start('Messages', {})
  await harness.until(runId, 'WAITING_HUMAN_INPUT')
  await signal(runId, 'a')
  expect(await ask(runId, 'status')).toEqual({ result: { received: 1 } })
  const update = { type: 'update', update_id: 'u1', name: 'replace_messages', args: [['x', 'y']] } as const
  await harness.send(runId, update)
  await harness.until(runId, 'WAITING_HUMAN_INPUT')
  const completed = (await harness.history(runId)).find(({ type }) => type === 'workflow.update.completed')
  expect(completed).toMatchObject({ payload: { update_id: 'u1', result: 2 } })
  await signal(runId, 'z')
  expect(await outcome(runId)).toEqual(['x', 'y', 'z'])
  expect(await ask(runId, 'status')).toEqual({ result: { received: 3 } })
  expect(await ask(runId, 'unknown')).toBe('not_registered')
})

it('code 6: a query that schedules is refused, and a validator rejects an update', async () => {
  const runId = await harness.start('Messages', {})
  await harness.until(runId, 'WAITING_HUMAN_INPUT')
  expect(await ask(runId, 'schedules')).toMatchObject({ failure: { type: 'QUERY_MUST_NOT_SCHEDULE' } })
  const args = [['1', '2', '3', '4', '5', '6']]
  await harness.send(runId, { type: 'update', update_id: 'u1', name: 'replace_messages', args })
  await poll(
    async () => (await harness.history(runId)).some(({ type }) => type === 'workflow.update.rejected'),
    async () => 'the update was not rejected',
  )
  for (let n = 0; n < 40; n++) void signal(runId, `m${n}`)
  expect(((await outcome(runId)) as Json[]).slice(0, 3)).toHaveLength(3)
})

it('code 5: activities run in parallel and by their policies, timers wait, and a helper is part of the body', async () => {
  const runId = await harness.start('Order', { ids: [1, 2, 3] })
  expect(await outcome(runId)).toEqual({
    names: ['user 1', 'user 2', 'user 3'],
    tries: 3,
    refused: 'CardRefused',
    sum: 6,
    total: 6,
    hasSlept: true,
  })
  expect(commands(await harness.history(runId))).toEqual([
    'fetchUser#1',
    'fetchUser#2',
    'fetchUser#3',
    'sleep#4',
    'flaky#6',
    'refuse#7',
    'add#8',
    'add#9',
    'add#10',
  ])
})

it('code 5: children of three levels, the last one drawn, return their results', async () => {
  const runId = await harness.start('Parent', { depth: 2 })
  expect(await outcome(runId)).toMatchObject({ depth: 2, below: { depth: 1, below: { m: 2 } } })
})

it('code 5: a drawn workflow starts code as its sub-workflow', async () => {
  await harness.publish('Outer', [
    { name: 'Inner', type: 'SUB_WORKFLOW', sub_workflow_type: 'Chain', input: { length: 2 } } as never,
  ])
  const runId = await harness.start('Outer', {})
  await harness.until(runId, 'COMPLETED')
})

it('an approval of code opens a task, and returns its decision', async () => {
  const runId = await harness.start('Asks', {})
  await harness.until(runId, 'WAITING_HUMAN_INPUT')
  await harness.send(runId, { type: 'resume', input: { approved: true } } as never)
  expect(await outcome(runId)).toEqual({ by: 'local', approved: true })
})

describe('code 7: a cancellation', () => {
  it('reaches the activity by its heartbeat, and the body cleans up', async () => {
    const file = join(scratch, 'cleans')
    const runId = await harness.start('Cleans', { file })
    const noted = () => readFile(file, 'utf8').catch(() => '')
    // An activity that is cancelled before its call is never called.
    await poll(
      async () => (await noted()) === 'begun\n',
      async () => 'no activity',
    )
    await harness.send(runId, { type: 'cancel' })
    await harness.until(runId, 'CANCELLED')
    expect(commands(await harness.history(runId))).toEqual(['long#1', 'add#2'])
    await poll(
      async () => (await noted()) === 'begun\nCancelledFailure\n',
      async () => 'the activity has not noticed',
    )
  })

  it('by force ends the body at once', async () => {
    const runId = await harness.start('Messages', {})
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    await harness.send(runId, { type: 'cancel', force: true })
    await harness.until(runId, 'CANCELLED')
  })
})

it('code 8: runs that continue as new have one successor each', async () => {
  const first = await harness.start('Counter', { n: 0, to: 200 })
  const chain = async () => {
    const { rows } = await harness.pool.query<{ run_id: string; status: string }>(
      `select s.run_id, s.status from run r join run_state s on s.run_id = r.id where r.workflow = 'Counter'`,
    )
    return rows
  }
  await poll(
    async () => {
      const rows = await chain()
      return rows.length === 20 && rows.every(({ status }) => status === 'COMPLETED')
    },
    async () => JSON.stringify(await chain()),
  )
  const histories = await Promise.all((await chain()).map(({ run_id }) => harness.history(run_id)))
  const outputs = histories.flatMap((events) =>
    events.flatMap((event) => (event.type === 'workflow.run.completed' ? [event.payload.output] : [])),
  )
  expect(outputs.filter((output) => output !== null)).toEqual([200])
  expect((await harness.history(first)).map(({ type }) => type)).toContain('workflow.run.continued_as_new')
})

it('code 8: a child that continues as new returns the result of its last run', async () => {
  expect(await outcome(await harness.start('Counts', {}))).toBe(30)
})

it('code 9: another engine goes on from the log where the first one stopped', async () => {
  const runId = await harness.start('Messages', { first: 'a' })
  await harness.until(runId, 'WAITING_HUMAN_INPUT')
  await engine.stop()
  engine = await harness.engine(code)
  await signal(runId, 'b')
  await signal(runId, 'c')
  expect(await outcome(runId)).toEqual(['a', 'b', 'c'])
})

it('code 7: an activity that is silent for too long fails with a type of its own', async () => {
  expect(await outcome(await harness.start('Silent', {}))).toEqual(['beats', 'HEARTBEAT_TIMEOUT', 'HEARTBEAT_TIMEOUT'])
})

describe('what a body has registered with compensateWith', () => {
  const lines = async (file: string) => (await readFile(file, 'utf8')).trim().split('\n')
  const booked = ['flight booked', 'hotel booked']
  const undone = [...booked, 'hotel cancelled', 'flight cancelled']

  it('is undone in reverse order when the body fails', async () => {
    const file = join(scratch, 'books')
    const runId = await harness.start('Books', { file })
    const { outcome } = await harness.until(runId, 'FAILED_ROLLED_BACK')
    expect(outcome).toMatchObject({ error: { code: 'CardRefused' } })
    expect(await lines(file)).toEqual(undone)
    expect((await harness.pool.query('select phase from run_state where run_id = $1', [runId])).rows).toEqual([
      { phase: 'FAILED_SAFE' },
    ])
  })

  it('is undone by a cancellation that asks for it, by another engine', async () => {
    const file = join(scratch, 'books-cancelled')
    const runId = await harness.start('Books', { file, waits: true })
    await harness.until(runId, 'PENDING_ASYNC')
    await engine.stop()
    engine = await harness.engine(code)
    await harness.send(runId, { type: 'cancel', compensate: true })
    await harness.until(runId, 'CANCELLED')
    expect(await lines(file)).toEqual(undone)
  })
})

it('a body that throws fails its run, and a retry goes on from the same log', async () => {
  const runId = await harness.start('Breaks', {})
  const failed = await harness.until(runId, 'FAILED')
  expect(failed.outcome).toMatchObject({ error: { code: 'TypeError', message: 'broken' } })
  await harness.send(runId, { type: 'retry' })
  await harness.until(runId, 'FAILED')
  expect(commands(await harness.history(runId))).toEqual(['add#1'])
})

it('leaves nothing that breaks a rule of the log', async () => {
  expect(await harness.violations()).toEqual([])
})
