import { expect, it } from 'vitest'
import { createDescendants } from '../commit/descendants.ts'
import type { LoadedRun } from '../ports.ts'
import { tuning } from '../tuning.ts'
import { takeRun } from './take-runs.ts'
import { firstRow, runnableOf } from './testing/active-runs.ts'

const runnable = runnableOf([{ name: 'Nap', type: 'WAIT', duration_seconds: 5 }])

const take = (now: number, loaded: Partial<LoadedRun>) =>
  takeRun(
    { runId: 'run', snapshot: null, log: '[]', mail: [], mailSeq: 0, handedBack: false, ...loaded },
    {
      engine: { id: 'engine', epoch: 1 },
      clock: { now: () => now, monotonic: () => 0, after: () => () => undefined },
      ids: { runId: () => 'child', uuid: () => 'append', random: () => 0 },
      definitions: {
        find: async () => runnable,
        known: () => runnable,
        latest: async () => runnable,
        variables: async () => undefined,
      },
      descendants: createDescendants({ countDescendants: async () => 0 }),
    },
  )

const at = (now: number) => ({ runId: 'run', operationId: null, sentAt: now })
const ana = { id: 'ana' }
const typesOf = (taken: Awaited<ReturnType<typeof take>>) =>
  taken?.kind === 'taken' ? (JSON.parse(taken.append.events) as { type: string }[]).map(({ type }) => type) : []

it('begins nothing of a run that was paused before it was taken up, until it goes on', async () => {
  const events = firstRow()
  const pause = { ...at(1_000), id: 1, command: { type: 'pause', actor: ana } } as const
  const goOn = { ...at(1_000), id: 2, command: { type: 'resume', actor: ana } } as const
  const signal = {
    ...at(1_000),
    id: 3,
    command: { type: 'signal', actor: ana, signal_name: 'go', payload: 1 },
  } as const
  const held = await take(1_000, { log: `[${events}]`, mail: [signal, pause] })
  expect(typesOf(held)).not.toContain('workflow.node.started')
  expect(typesOf(held)).toContain('workflow.run.started')
  expect(held).toMatchObject({
    append: { projection: { held: true }, rows: { handled: [{ mailId: 1 }, { mailId: 3 }] } },
  })
  if (held?.kind !== 'taken') throw new Error('The run was not taken.')
  const later = await take(2_000, { log: `[${events},${held.append.events}]`, mail: [goOn] })
  expect(typesOf(later).filter((type) => type === 'workflow.node.started')).toHaveLength(1)
})

it('begins nothing of a run that was cancelled before it was taken up: it is safe', async () => {
  const cancel = { ...at(1_000), id: 1, command: { type: 'cancel', actor: ana } } as const
  const cancelled = await take(1_000, { log: `[${firstRow()}]`, mail: [cancel] })
  expect(typesOf(cancelled)).toEqual(['workflow.run.cancelled', 'workflow.node.skipped', 'workflow.run.owned'])
  expect(cancelled).toMatchObject({
    append: { projection: { status: 'CANCELLED', phase: 'FAILED_SAFE' }, rows: { handled: [{ mailId: 1 }] } },
  })
})

it('begins a run that was paused and resumed before, and one that nobody had paused when it was to go on', async () => {
  const pause = { ...at(1_000), id: 2, command: { type: 'pause', actor: ana } } as const
  const goOn = (id: number) => ({ ...at(1_000), id, command: { type: 'resume', actor: ana } }) as const
  const both = await take(1_000, { log: `[${firstRow()}]`, mail: [pause, goOn(3)] })
  expect(typesOf(both).filter((type) => type === 'workflow.node.started')).toHaveLength(1)
  const early = await take(1_000, { log: `[${firstRow()}]`, mail: [goOn(1), pause] })
  expect(early).toMatchObject({ append: { projection: { held: true } } })
})

it('sets a timer again that is long overdue and was never heard of, and no other', async () => {
  const events = firstRow()
  const first = await take(1_000, { log: `[${events}]` })
  if (first?.kind !== 'taken') throw new Error('The run was not taken.')
  const [timer] = first.append.rows?.timersSet ?? []
  if (!timer) throw new Error('The run waits for no time.')
  expect(timer.dueAt).toBe(6_000)

  const log = `[${events},${first.append.events}]`
  expect(await take(timer.dueAt + 1, { log })).toMatchObject({ kind: 'left_alone' })
  const late = timer.dueAt + tuning.timerLostMs + 1
  expect(await take(late, { log })).toMatchObject({ kind: 'taken', append: { rows: { timersSet: [timer] } } })
  const command = { type: 'timer_fired', timer_id: timer.timerId } as const
  const mail = [{ id: 1, runId: 'run', operationId: null, command, sentAt: late }]
  expect(await take(late, { log, mail })).toMatchObject({
    kind: 'taken',
    append: { projection: { status: 'COMPLETED' }, rows: { timersSet: [] } },
  })
})
