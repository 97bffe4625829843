import { expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { executable } from '#core/definition/executable.ts'
import { limits } from '#core/limits.ts'
import { newRun } from '../commit/new-run.ts'
import type { LoadedRun } from '../ports.ts'
import { takeRun } from './take-runs.ts'

const definition: Definition = {
  workflow_type: 'Nap',
  saga_enabled: false,
  fail_fast: true,
  timeout_includes_waits: false,
  steps: [{ name: 'Nap', type: 'WAIT', duration_seconds: 5 }],
}
const runnable = { version: 1, hash: 'hash', definition, executable: executable(definition) }
const header = {
  run_id: 'run',
  root_run_id: 'run',
  workflow: 'Nap',
  version: 1,
  hash: 'hash',
  input: {},
  drive: 'auto',
  saga: false,
  fail_fast: true,
  tags: [],
  priority: 0,
  owner_id: 'local',
  data_region: 'local',
  depth: 0,
  actor: { id: 'ana' },
} as const

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
  const { events } = newRun(header, { now: 1_000, appendId: 'start', idempotencyKey: null })
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
