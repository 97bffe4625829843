import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Repeated } from '../repeat.ts'
import { type ObserversOptions, startObservers } from './observers.ts'

interface About {
  readonly id: string
  readonly at: string
}
type Received = readonly [hook: string, runId: string, ...unknown[]]

const ask = { name: 'Ask', type: 'HUMAN', title: 'Well' } as Step

describe('HEDDLE_OBSERVERS', () => {
  let harness: Harness
  let engine: Engine
  let folder: string
  let module: string
  const started: Repeated[] = []
  const lines: string[] = []

  beforeAll(async () => {
    harness = await createHarness()
    await harness.publish('Asks', [standard('First', 'add_one'), ask])
    await harness.publish('Fails', [standard('Broken', 'fail_for_good')])
    await harness.publish('Ends', [standard('First', 'add_one')])
    engine = await harness.engine()
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heddle-observers-'))
    module = join(folder, 'observers.ts')
    lines.length = 0
    await harness.pool.query("delete from bookmark where name = 'observers'")
  })
  afterEach(async () => {
    await Promise.all(started.splice(0).map((observers) => observers.stop()))
    await rm(folder, { recursive: true })
  })
  afterAll(() => harness.close())

  const start = async (more: Partial<ObserversOptions> = {}) => {
    const observers = startObservers({
      pool: harness.pool,
      module,
      engineId: () => engine.identity.id,
      log: (line) => lines.push(line),
      timing: { lookEveryMs: 10, hookMs: 60_000, retryAfterMs: 10 },
      ...more,
    })
    started.push(observers)
    return observers
  }
  /** It begins at the present, once a cursor is stored. */
  const begun = () =>
    expect
      .poll(async () => (await harness.pool.query("select from bookmark where name = 'observers'")).rowCount)
      .toBe(1)
  /** A module whose hooks put down what they are told; `first` is what they do before. */
  const write = (first = '') =>
    writeFile(
      module,
      `import { appendFileSync } from 'node:fs'
       const put = (...told: unknown[]) => appendFileSync(${JSON.stringify(join(folder, 'told'))}, JSON.stringify(told) + '\\n')
       export async function on_workflow_started(...told: any[]) { ${first}; put('started', ...told) }
       export function onWorkflowStatusChanged(...told: any[]) { put('status', ...told) }
       export function on_step_executed(...told: any[]) { put('step', ...told) }
       export function onHumanTask(...told: any[]) { put('task', ...told) }
       export function on_workflow_failed(...told: any[]) { put('failed', ...told) }`,
    )
  const read = async (): Promise<readonly Received[]> => {
    const text = await readFile(join(folder, 'told'), 'utf8').catch(() => '')
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Received)
  }
  /** What was told of a run, without the last argument. */
  const of = (told: readonly Received[], runId: string) =>
    told.filter(([, id]) => id === runId).map(([hook, , ...rest]) => [hook, ...rest.slice(0, -1)])
  const toldOf = async (runId: string) => of(await read(), runId)

  it('tells of starts, of every change of status, of human tasks, and of each step with its result (A49, A50, A51)', async () => {
    await write()
    await start()
    await begun()
    const runId = await harness.start('Asks', { n: 1 })
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    await harness.send(runId, { type: 'resume', input: { ok: true } })
    await harness.until(runId, 'COMPLETED')
    await expect
      .poll(() => toldOf(runId))
      .toEqual([
        ['started', 'Asks'],
        ['step', 'First', expect.anything()],
        ['task', 'opened', expect.objectContaining({ step: 'Ask', title: expect.any(String) })],
        ['status', 'ACTIVE', 'WAITING_HUMAN_INPUT'],
        ['task', 'decided', expect.objectContaining({ step: 'Ask', input: { ok: true } })],
        ['step', 'Ask', { ok: true }],
        ['status', 'WAITING_HUMAN_INPUT', expect.any(String)],
        ...(await lastChange(runId)),
      ])
    const abouts = (await read()).map((told) => told.at(-1) as About)
    const history = await harness.history(runId)
    for (const { id, at } of abouts) {
      const event = history.find(({ seq }) => `${runId}/${seq}` === id)
      expect(event && new Date(event.at).toISOString()).toBe(at)
    }
  })
  /** A run that ends in the batch in which it was resumed was never ACTIVE in between. */
  const lastChange = async (runId: string) => {
    const history = await harness.history(runId)
    const last = history.findLast(({ type }) => type === 'workflow.run.status_changed')
    const to = last?.type === 'workflow.run.status_changed' ? last.payload.to : 'ACTIVE'
    return to === 'WAITING_HUMAN_INPUT' ? [] : [['status', to, 'COMPLETED']]
  }

  it('tells of failures with the error (A52), and of the retry that follows', async () => {
    await write()
    await start()
    await begun()
    const runId = await harness.start('Fails')
    await harness.until(runId, 'FAILED')
    const failure = [
      ['status', 'ACTIVE', 'FAILED'],
      ['failed', expect.objectContaining({ message: expect.any(String), step: 'Broken' })],
    ]
    await expect.poll(() => toldOf(runId)).toEqual([['started', 'Fails'], ...failure])
    await harness.send(runId, { type: 'retry' })
    await expect
      .poll(() => toldOf(runId))
      .toEqual([['started', 'Fails'], ...failure, ['status', 'FAILED', 'ACTIVE'], ...failure])
  })

  it.each([
    ['throws', "throw new Error('an observer broke')", 'an observer broke'],
    ['never ends', 'await new Promise(() => {})', 'No answer within 1500 ms'],
    ['blocks its thread', 'for (;;);', 'did not answer for 1500 ms'],
    ['ends its thread', 'process.exit(1)', 'the thread of the observers was lost'],
    ['throws later', "setTimeout(() => { throw new Error('much later') }); await 0", 'much later'],
  ])('goes on with the others when one %s, says so, and no run notices', async (_, first, said) => {
    await write(`if (told[2].workflow === 'Asks') { ${first} }`)
    // Only here, where some hook does not answer: a slow machine is not to be taken for one.
    await start({ timing: { lookEveryMs: 10, hookMs: 1_500, retryAfterMs: 10 } })
    await begun()
    // A thread that has never answered would be waited for as long as one may take to start.
    const earlier = await harness.start('Ends', { n: 1 })
    await expect.poll(() => toldOf(earlier)).toContainEqual(['status', 'ACTIVE', 'COMPLETED'])
    const hurt = await harness.start('Asks', { n: 1 })
    await harness.until(hurt, 'WAITING_HUMAN_INPUT')
    const other = await harness.start('Ends', { n: 1 })
    await harness.until(other, 'COMPLETED')
    await expect.poll(() => toldOf(hurt)).toContainEqual(['status', 'ACTIVE', 'WAITING_HUMAN_INPUT'])
    await expect.poll(() => toldOf(other)).toContainEqual(['status', 'ACTIVE', 'COMPLETED'])
    expect(await toldOf(other)).toContainEqual(['started', 'Ends'])
    await expect.poll(() => lines.join('\n')).toContain(said)
  })

  it('goes on after a restart with what happened meanwhile, in the order of each run', async () => {
    await write()
    const observers = await start()
    await begun()
    await observers.stop()
    const runs = await Promise.all(Array.from({ length: 30 }, () => harness.start('Ends', { n: 1 })))
    for (const runId of runs) await harness.until(runId, 'COMPLETED')
    await start()
    await expect.poll(async () => (await read()).filter(([, , to]) => to === 'ACTIVE').length).toBe(30)
    const told = await read()
    for (const runId of runs) {
      expect(of(told, runId)).toEqual([
        ['started', 'Ends'],
        ['step', 'First', expect.anything()],
        ['status', 'ACTIVE', 'COMPLETED'],
      ])
    }
  })

  it('says nothing of test runs and of what is below them', async () => {
    await write()
    const observers = await start()
    await begun()
    await observers.stop()
    const runs = await Promise.all(Array.from({ length: 3 }, () => harness.start('Ends', { n: 1 })))
    for (const runId of runs) await harness.until(runId, 'COMPLETED')
    const [tried = '', below = '', ordinary = ''] = runs
    await harness.pool.query('update run set version = -1 where id = $1', [tried])
    await harness.pool.query('update run set root_run_id = $1 where id = $2', [tried, below])
    await start()
    await expect.poll(() => toldOf(ordinary)).toHaveLength(3)
    const later = await harness.start('Ends', { n: 1 })
    await expect.poll(() => toldOf(later)).toHaveLength(3)
    expect(of(await read(), tried)).toEqual([])
    expect(of(await read(), below)).toEqual([])
  })

  it('says once that a module cannot be loaded, and loads it when it is there', async () => {
    await start()
    await begun()
    const runId = await harness.start('Ends', { n: 1 })
    await expect.poll(() => lines.filter((line) => line.includes('cannot be loaded'))).toHaveLength(1)
    await write()
    await expect.poll(() => toldOf(runId)).toContainEqual(['status', 'ACTIVE', 'COMPLETED'])
    expect(lines.filter((line) => line.includes('cannot be loaded'))).toHaveLength(1)
  })

  it('tells nothing by an engine that is not the first', async () => {
    await write()
    const second = await start({ engineId: () => 'somebody else' })
    await start()
    await begun()
    const runId = await harness.start('Ends', { n: 1 })
    await expect.poll(() => toldOf(runId)).toHaveLength(3)
    await second.stop()
    expect(lines.filter((line) => line.includes('is told by'))).toHaveLength(1)
  })
})
