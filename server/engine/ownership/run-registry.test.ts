import { describe, expect, it } from 'vitest'
import type { RunEvent } from '#core/run/event.ts'
import type { Append, Appended } from '../commit/append.ts'
import type { AttemptEffect } from '../commit/build-append.ts'
import type { Mail } from '../ports.ts'
import { tuning } from '../tuning.ts'
import type { ActiveRun } from './active-run.ts'
import { type Attempts, attemptEnded } from './attempts.ts'
import { RunRegistry } from './run-registry.ts'
import { actor, registryWorld, takenRun } from './testing/active-runs.ts'

it('reads what came while it could not let go of a run, before it tries again', async () => {
  const done: string[] = []
  const world = registryWorld([{ name: 'Ask', type: 'HUMAN' }], {
    commit: async ({ events: written }: Append): Promise<Appended> => {
      done.push(written.includes('workflow.run.paused') ? 'paused' : 'something else')
      return { kind: 'committed', owned: true, mailSeq: 1 }
    },
    attempts: {} as Attempts,
    release: (_runId, drained) => {
      done.push(`let go at ${drained}`)
      return done.length === 1 ? Promise.reject(new Error('Connection terminated')) : Promise.resolve(true)
    },
  })
  const registry = new RunRegistry(world)
  // A message has come while the run was being taken; its number is known, and what it says is being read.
  registry.adopt(await takenRun(world, 'run'), { kind: 'committed', owned: true, mailSeq: 1 }, new Map())
  await expect.poll(() => world.timers.length).toBe(1)
  // An answer that was asked for before this engine took the run (again) does not mean that it has lost it.
  registry.deliverMail({ mail: [], mailSeqs: new Map() }, ['run'], new Set())
  expect(registry.holds('run')).toBe(true)
  const mail: Mail = { id: 1, runId: 'run', operationId: 'pause', command: { type: 'pause', actor }, sentAt: 1_000 }
  expect(registry.deliverMail({ mail: [mail], mailSeqs: new Map([['run', 1]]) }, ['run'])).toBe(true)
  world.timers[0]?.()
  await expect.poll(() => done).toEqual(['let go at 0', 'paused', 'let go at 1'])
})

it('parks a run that trips over a bug, and again until the database has heard it', async () => {
  const parked: string[] = []
  const world = registryWorld([{ name: 'Call', type: 'STANDARD', function: 'f' }], {
    commit: () => Promise.reject(new TypeError('text.replaceAll is not a function')),
    attempts: { start: () => undefined, cancel: () => undefined } as unknown as Attempts,
    release: () => Promise.resolve(true),
    parkRun(runId) {
      parked.push(runId)
      return parked.length === 1 ? Promise.reject(new Error('Connection terminated')) : Promise.resolve()
    },
  })
  const registry = new RunRegistry(world)
  registry.adopt(await takenRun(world, 'run'), { kind: 'committed', owned: true, mailSeq: 1 }, new Map())
  const mail: Mail = { id: 1, runId: 'run', operationId: 'pause', command: { type: 'pause', actor }, sentAt: 1_000 }
  registry.deliverMail({ mail: [mail], mailSeqs: new Map([['run', 1]]) }, ['run'])
  await expect.poll(() => world.timers.length).toBe(1)
  expect(registry.size).toBe(0)
  world.timers[0]?.()
  expect(parked).toEqual(['run', 'run'])
})

it('counts the large results of a run that is paused, and none that came too late', async () => {
  const called: AttemptEffect[] = []
  const steps = ['A', 'B'].map((name) => ({ name, type: 'STANDARD', function: 'f', dependencies: [] }) as const)
  const world = registryWorld(steps, {
    commit: async (): Promise<Appended> => ({ kind: 'committed', owned: true, mailSeq: 0 }),
    attempts: {
      start: (_run: ActiveRun, effect: AttemptEffect) => void called.push(effect),
      cancel: () => undefined,
    } as unknown as Attempts,
    release: () => Promise.resolve(true),
  })
  const registry = new RunRegistry(world)
  const run = await takenRun(world, 'run')
  registry.adopt(run, { kind: 'committed', owned: true, mailSeq: 0 }, new Map())
  const [first] = called
  if (!first) throw new Error('Nothing was called.')
  const gives = (bytes: number) => attemptEnded(first, { kind: 'completed', output: {}, bytes })
  registry.deliver(run, { command: { type: 'pause', actor } })
  registry.deliver(run, { command: gives(100) })
  // It waits for the append that holds the run.
  expect(registry.payloadBytes).toBe(100)
  await expect.poll(() => run.state.steps.A).toMatchObject({ status: 'completed' })
  expect(run.state.hold).not.toBeNull()
  registry.deliver(run, { command: gives(70) })
  await expect.poll(() => run.activity === 'idle' && run.pending.length === 0).toBe(true)
  expect(registry.holds('run')).toBe(true)
  expect(registry.payloadBytes).toBe(0)
})

describe('the items of a fan-out that end together', () => {
  const items = 60

  /** How many of them each append has, when all come back in one turn and `others` runs are held besides. */
  async function endingsPerAppend(others: number): Promise<readonly number[]> {
    const called: AttemptEffect[] = []
    const perAppend: number[] = []
    const attempts = {
      start: (_run: ActiveRun, effect: AttemptEffect) => void called.push(effect),
      cancel: () => undefined,
    } as unknown as Attempts
    const world = registryWorld(
      [{ name: 'all', type: 'PARALLEL', iterate_over: 'input.items', task_function: 'f', item_var_name: 'item' }],
      {
        attempts,
        commit: async ({ events }: Append): Promise<Appended> => {
          const written = JSON.parse(events) as readonly RunEvent[]
          perAppend.push(written.filter(({ type }) => type === 'workflow.item.completed').length)
          return { kind: 'committed', owned: true, mailSeq: 0 }
        },
        release: () => Promise.resolve(true),
      },
    )
    const registry = new RunRegistry(world)
    const input = { items: Array.from({ length: items }, (_, index) => index) }
    const run = await takenRun(world, 'run', input)
    registry.adopt(run, { kind: 'committed', owned: true, mailSeq: 0 }, new Map())
    expect(called).toHaveLength(items)
    for (let other = 0; other < others; other += 1) {
      const beside = await takenRun(world, `other ${other}`, { items: [1] })
      registry.adopt(beside, { kind: 'committed', owned: true, mailSeq: 0 }, new Map())
    }
    for (const effect of called.slice(0, items)) {
      registry.deliver(run, { command: attemptEnded(effect, { kind: 'completed', output: effect.item ?? 0 }) })
    }
    await expect.poll(() => perAppend.reduce((sum, count) => sum + count, 0)).toBe(items)
    return perAppend.filter((count) => count > 0)
  }

  it('are one append while nobody else is there', async () => {
    expect(await endingsPerAppend(0)).toEqual([items])
  })

  it('are several of them while other runs are held, so that those need not wait for all', async () => {
    const most = tuning.commandsBesideOthers
    expect(await endingsPerAppend(1)).toEqual(Array.from({ length: items / most }, () => most))
  })
})

it('fleet 2: a run that leaves is handed back after its call has ended, and its next call is not begun here', async () => {
  const called: { readonly run: ActiveRun; readonly effect: AttemptEffect }[] = []
  const handed: string[] = []
  const world = {
    ...registryWorld(
      [
        { name: 'A', type: 'STANDARD', function: 'f' },
        { name: 'B', type: 'STANDARD', function: 'f' },
      ],
      {
        commit: async (): Promise<Appended> => ({ kind: 'committed', owned: true, mailSeq: 0 }),
        attempts: {
          start(run: ActiveRun, effect: AttemptEffect) {
            run.calls += 1
            called.push({ run, effect })
          },
          cancel: () => undefined,
        } as unknown as Attempts,
        release: () => Promise.resolve(true),
      },
    ),
    handBack: (runId: string) => void handed.push(runId),
  }
  const registry = new RunRegistry(world)
  for (const runId of ['stays', 'leaves'])
    registry.adopt(await takenRun(world, runId), { kind: 'committed', owned: true, mailSeq: 0 }, new Map())
  expect(registry.letLeave(1 / 2, (runId) => runId !== 'stays')).toEqual(['leaves'])
  // A call is under way: the run is still here.
  expect([registry.size, handed]).toEqual([2, []])
  for (const { run, effect } of [...called]) {
    run.calls -= 1
    registry.deliver(run, { command: attemptEnded(effect, { kind: 'completed', output: {}, bytes: 0 }) })
  }
  await expect.poll(() => handed).toEqual(['leaves'])
  await expect
    .poll(() => called.map(({ run, effect }) => `${run.runId} ${effect.step}`))
    .toEqual(['stays A', 'leaves A', 'stays B'])
  expect(registry.holds('stays')).toBe(true)
})
