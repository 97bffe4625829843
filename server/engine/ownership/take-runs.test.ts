import { expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import type { LoadedRun } from '../ports.ts'
import { takeRun } from './take-runs.ts'
import { firstRow, runnableOf } from './testing/held-runs.ts'

const runnable = runnableOf([{ name: 'Nap', type: 'WAIT', duration_seconds: 5 }])

const take = (now: number, loaded: Partial<LoadedRun>) =>
  takeRun(
    { runId: 'run', snapshot: null, log: '[]', mail: [], mailSeq: 0, handedBack: false, ...loaded },
    {
      engine: { id: 'engine', epoch: 1 },
      clock: { now: () => now, monotonic: () => 0, after: () => () => undefined },
      ids: { runId: () => 'child', uuid: () => 'append', random: () => 0 },
      definitions: { find: async () => runnable, known: () => runnable, latest: async () => runnable },
    },
  )

it('sets a timer again that is long overdue and was never heard of, and no other', async () => {
  const events = firstRow()
  const first = await take(1_000, { log: `[${events}]` })
  if (first?.kind !== 'taken') throw new Error('The run was not taken.')
  const [timer] = first.append.rows?.timersSet ?? []
  if (!timer) throw new Error('The run waits for no time.')
  expect(timer.dueAt).toBe(6_000)

  const log = `[${events},${first.append.events}]`
  expect(await take(timer.dueAt + 1, { log })).toMatchObject({ kind: 'left_alone' })
  const late = timer.dueAt + limits.engine.timerLostMs + 1
  expect(await take(late, { log })).toMatchObject({ kind: 'taken', append: { rows: { timersSet: [timer] } } })
  const command = { type: 'timer_fired', timer_id: timer.timerId } as const
  const mail = [{ id: 1, runId: 'run', operationId: null, command, sentAt: late }]
  expect(await take(late, { log, mail })).toMatchObject({
    kind: 'taken',
    append: { projection: { status: 'COMPLETED' }, rows: { timersSet: [] } },
  })
})
