import { randomUUID } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
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

export function someNewRun(changes: Partial<NewRun> = {}): NewRun & { readonly queueDelayMs: number } {
  const runId = changes.runId ?? uuidv7()
  return {
    runId,
    ownerId: 'local',
    dataRegion: 'local',
    workflow: 'Something',
    version: 1,
    parentRunId: null,
    parentStep: null,
    rootRunId: runId,
    originRunId: null,
    rerunOf: null,
    depth: 0,
    tags: [],
    priority: 0,
    idempotencyKey: null,
    requestIdentity: null,
    createdBy: 'local',
    createdAt: Date.now(),
    appendId: randomUUID(),
    events: '[{"seq":1},{"seq":2}]',
    lastSeq: 2,
    status: 'ACTIVE',
    phase: 'READY',
    queueDelayMs: 0,
    ...changes,
  }
}

export function someEagerRun(engine: EngineIdentity, changes: Partial<NewRun> = {}): EagerRun {
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
