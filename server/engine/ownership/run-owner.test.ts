import { expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { executable } from '#core/definition/executable.ts'
import type { Append, Appended } from '../commit/append.ts'
import { newRun } from '../commit/new-run.ts'
import type { Definitions } from '../definitions.ts'
import type { Mail } from '../ports.ts'
import type { Attempts } from './attempts.ts'
import { createRunOwner } from './run-owner.ts'
import { takeRun } from './take-runs.ts'

const definition: Definition = {
  workflow_type: 'Ask',
  saga_enabled: false,
  fail_fast: true,
  timeout_includes_waits: false,
  steps: [{ name: 'Ask', type: 'HUMAN' }],
}
const runnable = { version: 1, hash: 'hash', definition, executable: executable(definition) }
const actor = { id: 'ana' }

it('reads what came while it could not let go of a run, before it tries again', async () => {
  const timers: (() => void)[] = []
  const done: string[] = []
  const clock = {
    now: () => 1_000,
    monotonic: () => 0,
    after: (_ms: number, call: () => void) => {
      timers.push(call)
      return () => undefined
    },
  }
  const ids = { runId: () => 'task', uuid: () => 'append', random: () => 0 }
  const definitions: Definitions = {
    find: async () => runnable,
    known: () => runnable,
    latest: async () => runnable,
  }
  const header = {
    run_id: 'run',
    root_run_id: 'run',
    workflow: 'Ask',
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
    actor,
  } as const
  const { events } = newRun(header, { now: 1_000, appendId: 'start', idempotencyKey: null })
  const loaded = { runId: 'run', snapshot: null, log: `[${events}]`, mail: [], mailSeq: 0, handedBack: false }
  const taken = await takeRun(loaded, { engine: { id: 'engine', epoch: 1 }, clock, ids, definitions })
  if (taken?.kind !== 'taken') throw new Error('The run was not taken.')
  const owner = createRunOwner({
    clock,
    ids,
    definitions,
    commit: async ({ events: written }: Append): Promise<Appended> => {
      done.push(written.includes('workflow.run.paused') ? 'paused' : 'something else')
      return { kind: 'committed', owned: true, mailSeq: 1 }
    },
    attempts: {} as Attempts,
    reply: () => Promise.resolve(true),
    release: (_runId, drained) => {
      done.push(`let go at ${drained}`)
      return done.length === 1 ? Promise.reject(new Error('Connection terminated')) : Promise.resolve(true)
    },
    askForMail: () => undefined,
    onSent: () => undefined,
    onLogged: () => undefined,
    onDropped: () => undefined,
    log: () => undefined,
  })
  // A message has come while the run was being taken; its number is known, and what it says is being read.
  owner.adopt(taken.run, { kind: 'committed', owned: true, mailSeq: 1 }, new Map())
  await expect.poll(() => timers.length).toBe(1)
  // An answer that was asked for before this engine took the run (again) does not mean that it has lost it.
  owner.deliverMail({ mail: [], mailSeqs: new Map() }, ['run'], new Set())
  expect(owner.holds('run')).toBe(true)
  const mail: Mail = { id: 1, runId: 'run', operationId: 'pause', command: { type: 'pause', actor }, sentAt: 1_000 }
  expect(owner.deliverMail({ mail: [mail], mailSeqs: new Map([['run', 1]]) }, ['run'])).toBe(true)
  timers[0]?.()
  await expect.poll(() => done).toEqual(['let go at 0', 'paused', 'let go at 1'])
})
