import { randomUUID } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { RunHeader } from '#core/run/state.ts'
import type { Append, AppendRows, NewRun } from '#server/engine/commit/append.ts'
import type { EagerRun } from '#server/engine/commit/eager-run.ts'
import type { EngineIdentity } from '#server/engine/ports.ts'

/** Rows for tests of the store, which does not look into events. */
export const noRows: AppendRows = {
  timersSet: [],
  timersCleared: [],
  tasksOpened: [],
  tasksClosed: [],
  children: [],
  messages: [],
  handled: [],
}

/** What a test says of a new run; the rest is made up. */
export interface SomeRun extends Partial<Omit<NewRun, 'header'>> {
  readonly header?: Partial<RunHeader>
}

export function someNewRun(changes: SomeRun = {}): NewRun & { readonly queueDelayMs: number } {
  const { runId = uuidv7(), ownerId = 'local', header, ...rest } = changes
  return {
    runId,
    ownerId,
    header: {
      run_id: runId,
      workflow: 'Something',
      version: 1,
      hash: 'hash',
      input: {},
      drive: 'auto',
      saga: false,
      fail_fast: true,
      tags: [],
      priority: 0,
      owner_id: ownerId,
      data_region: 'local',
      root_run_id: runId,
      depth: 0,
      actor: { id: 'local' },
      ...header,
    },
    idempotencyKey: null,
    requestIdentity: null,
    createdAt: Date.now(),
    appendId: randomUUID(),
    events: '[{"seq":1},{"seq":2}]',
    lastSeq: 2,
    status: 'ACTIVE',
    phase: 'READY',
    queueDelayMs: 0,
    ...rest,
  }
}

/** The header of a child run of a step `A`. */
export function childOf(parentId: string, more: Partial<RunHeader> = {}): Partial<RunHeader> {
  return { parent: { run_id: parentId, step: 'A', iteration: 1 }, root_run_id: parentId, depth: 1, ...more }
}

export function someEagerRun(engine: EngineIdentity, changes: SomeRun = {}): EagerRun {
  const { queueDelayMs: _, ...run } = someNewRun({
    events: '[{"seq":1},{"seq":2},{"seq":3}]',
    lastSeq: 3,
    phase: 'RUNNING',
    ...changes,
  })
  const { id, epoch } = engine
  return { ...run, engine: { id, epoch }, currentSteps: ['A'], startedAt: run.createdAt, updatedAt: run.createdAt }
}

/** The next event of a run whose last event is `seq - 1`. */
export function someAppend(runId: string, seq: number, changes: Partial<Append> = {}): Append {
  return {
    runId,
    ownerId: 'local',
    seq,
    lastSeq: seq,
    appendId: randomUUID(),
    events: JSON.stringify([{ seq }]),
    currentSteps: ['A'],
    updatedAt: Date.now(),
    ...changes,
  }
}
