import { type ExecutableDefinition, executable } from '#core/definition/executable.ts'
import type { Command } from '#core/run/command.ts'
import { stepsViews } from '#core/run/decider/steps-decider.ts'
import type { Effect } from '#core/run/effect.ts'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import { initialState, type RunState } from '#core/run/state.ts'
import { currentSteps } from '#core/run/views/open-work.ts'
import { projectionOf, sameProjection } from '#server/engine/commit/projection.ts'
import { mayHoldRefs, openPayloads } from '#server/engine/payload/inline-payloads.ts'
import { type LogRow, openMail, type StateRow, type Tables } from '#server/engine/store/memory/tables.ts'
import type { MadeCall } from '../world/outside.ts'
import type { SimulatedViolation } from '../world/world.ts'
import { checkPromises } from './acceptance-checker.ts'
import type { Arrived } from './arrivals.ts'
import { createCallChecker } from './call-checker.ts'
import { checkChains } from './chain-checker.ts'
import { createChildChecker } from './child-checker.ts'
import { deciderOf } from './decider-of.ts'
import { HistoryChecker } from './history-checker.ts'
import { createLockChecker, type LockChecker } from './lock-checker.ts'

/** Watches the tables: after every transaction, whatever changed is held against the invariants. */
export interface Checker {
  check(): void
  /** The store goes on without its last commits, and without what the calls after the first so many have given. */
  rewind(callsKept: number): void
  /** Nothing is left to do: every run has ended and nothing of it is left behind. */
  checkSettled(operations: ReadonlyMap<string, Arrived>): void
  stateOf(runId: string): RunState | null
  executableOf(runId: string): ExecutableDefinition | null
  historyOf(runId: string): readonly RunEvent[]
  readonly runIds: readonly string[]
}

interface Watched {
  rows: number
  state: RunState
  row: StateRow | null
  readonly history: RunEvent[]
  readonly checker: HistoryChecker
  definition: ExecutableDefinition | null
}

export function createChecker(
  tables: Tables,
  calls: readonly MadeCall[],
  violate: (violation: SimulatedViolation) => void,
  onEvent: (runId: string, event: RunEvent) => void,
  now: () => number,
): Checker {
  return new WorldChecker(tables, calls, violate, onEvent, now)
}

/** What was read of each run so far, and the checks of every kind. */
class WorldChecker implements Checker {
  readonly #tables: Tables
  readonly #violate: (violation: SimulatedViolation) => void
  readonly #onEvent: (runId: string, event: RunEvent) => void
  readonly #runs = new Map<string, Watched>()
  readonly #executables = new Map<object, ExecutableDefinition>()
  readonly #callChecker: ReturnType<typeof createCallChecker>
  readonly #lockChecker: LockChecker
  #childChecker: ReturnType<typeof createChildChecker>
  #hasLost = false
  #tell: (runId: string, event: RunEvent) => void

  constructor(
    tables: Tables,
    calls: readonly MadeCall[],
    violate: (violation: SimulatedViolation) => void,
    onEvent: (runId: string, event: RunEvent) => void,
    now: () => number,
  ) {
    this.#tables = tables
    this.#violate = violate
    this.#onEvent = onEvent
    this.#tell = onEvent
    this.#callChecker = createCallChecker(calls, violate)
    this.#lockChecker = createLockChecker(tables, now, violate)
    this.#childChecker = createChildChecker(violate)
  }

  #watch(runId: string): Watched {
    const known = this.#runs.get(runId)
    if (known) return known
    const fresh: Watched = {
      rows: 0,
      state: initialState(),
      row: null,
      history: [],
      checker: new HistoryChecker(runId, this.#violate),
      definition: null,
    }
    this.#runs.set(runId, fresh)
    return fresh
  }

  #definitionOf(state: RunState): ExecutableDefinition | null {
    const { owner_id, workflow, version } = state.header
    const published = this.#tables.definitions.get(`${owner_id}\u0000${workflow}\u0000${version}`)
    if (!published) return null
    const known = this.#executables.get(published.definition) ?? executable(published.definition)
    this.#executables.set(published.definition, known)
    return known
  }

  /** What they refer to is stored, too. */
  #eventsOf(runId: string, { seq, events }: LogRow): readonly RunEvent[] {
    const written = JSON.parse(events) as readonly RunEvent[]
    if (!mayHoldRefs(events)) return written
    try {
      return written.map(openPayloads(this.#tables.payloads.get(runId)).inline)
    } catch (error) {
      this.#violate({ invariant: 1, what: `a value of run ${runId} is missing from ${seq} on: ${String(error)}` })
      return written
    }
  }

  #readLog(runId: string, watched: Watched): void {
    const rows = this.#tables.logs.get(runId) ?? []
    if (rows.length === watched.rows) return
    for (const row of rows.slice(watched.rows)) {
      const events = this.#eventsOf(runId, row)
      watched.checker.takeRow(row, events)
      if (events[0]?.seq !== row.seq) this.#violate({ invariant: 4, what: `a row of run ${runId} has a wrong number` })
      for (const event of events) {
        watched.checker.take(event)
        this.#callChecker.take(runId, event)
        watched.history.push(event)
        this.#lockChecker.take(runId, event)
        this.#tell(runId, event)
      }
      try {
        watched.state = fold(watched.state, events)
        watched.definition ??= this.#definitionOf(watched.state)
        this.#childChecker.takeRow(runId, watched)
      } catch (error) {
        this.#violate({
          invariant: 9,
          what: `the history of run ${runId} makes no sense from ${row.seq} on: ${String(error)}`,
        })
      }
    }
    watched.rows = rows.length
  }

  #checkProjection(row: StateRow, { state }: Watched): void {
    const isSame =
      row.seq === state.seq &&
      row.updatedAt === state.at &&
      sameProjection(row, projectionOf(state, stepsViews)) &&
      row.currentSteps.join() === currentSteps(state).join()
    if (!isSame)
      this.#violate({
        invariant: 9,
        what: `run ${row.runId} is shown as ${row.status} at ${row.seq}, its history says otherwise`,
      })
  }

  /** What the history says is owed is what the tables hold: timers, unless their message is on its way, and tasks. */
  #checkRows(runId: string, { state, definition }: Watched): void {
    if (!definition) return
    const owed = deciderOf(definition).plan(state)
    const timers = new Set(this.#tables.timers.get(runId)?.keys())
    const fired = (timerId: string) =>
      openMail(this.#tables, runId).some((mail) => mail.command.includes(JSON.stringify(timerId)))
    for (const { id } of owed.filter((effect) => effect.kind === 'timer')) {
      if (!timers.delete(id) && !fired(id))
        this.#violate({ invariant: 8, what: `timer ${id} of run ${runId} is stored nowhere` })
    }
    for (const id of timers)
      this.#violate({ invariant: 8, what: `timer ${id} of run ${runId} is not owed and was left` })
    const offered = new Set([...this.#tables.work.values()].flatMap((row) => (row.runId === runId ? [row.taskId] : [])))
    for (const { id, step, iteration, attempt } of owed.filter((effect) => effect.kind === 'worker_task')) {
      const isOver = openMail(this.#tables, runId).some(({ command }) =>
        endsAttempt(command, { step, iteration, attempt }),
      )
      if (!offered.delete(id) && !isOver)
        this.#violate({ invariant: 1, what: `${step} of run ${runId} is offered to no worker, and none has ended it` })
    }
    for (const id of offered)
      this.#violate({ invariant: 9, what: `task ${id} of run ${runId} is not owed and was left` })
    for (const { id } of owed.filter((effect) => effect.kind === 'human_task')) {
      if (this.#tables.tasks.get(id)?.status !== 'open')
        this.#violate({ invariant: 9, what: `task ${id} of run ${runId} is not open` })
    }
    for (const { id } of owed.filter(
      (effect): effect is Extract<Effect, { kind: 'child' }> => effect.kind === 'child',
    )) {
      const isRefused = openMail(this.#tables, runId).some((mail) => mail.command.includes(id))
      if (!this.#tables.runs.has(id) && !isRefused)
        this.#violate({ invariant: 1, what: `child ${id} of run ${runId} was not started` })
    }
  }

  /** All that was seen, one after the other, is what is there: nothing was put in between later. */
  #checkStored(runId: string, history: readonly RunEvent[]): void {
    const stored = (this.#tables.logs.get(runId) ?? []).flatMap((row) => this.#eventsOf(runId, row))
    if (stored.length !== history.length || !isBeginning(stored, history))
      this.#violate({ invariant: 4, what: `the history of run ${runId} was changed after it was written` })
  }

  readonly check = (): void => {
    this.#readAll(this.#tables.states.values())
  }

  #readAll(rows: Iterable<StateRow>): void {
    for (const row of rows) {
      const { runId } = row
      const watched = this.#watch(runId)
      const grew = (this.#tables.logs.get(runId)?.length ?? 0) !== watched.rows
      if (row === watched.row && !grew) continue
      this.#readLog(runId, watched)
      this.#checkProjection(row, watched)
      if (grew) this.#checkRows(runId, watched)
      watched.row = row
    }
    this.#callChecker.checkCalls()
    this.#lockChecker.check()
  }

  get runIds(): readonly string[] {
    return [...this.#runs.keys()]
  }

  stateOf(runId: string): RunState | null {
    return this.#runs.get(runId)?.state ?? null
  }

  executableOf(runId: string): ExecutableDefinition | null {
    return this.#runs.get(runId)?.definition ?? null
  }

  historyOf(runId: string): readonly RunEvent[] {
    return this.#runs.get(runId)?.history ?? []
  }

  rewind(callsKept: number): void {
    const before = new Map(this.#runs)
    this.#runs.clear()
    this.#callChecker.rewind(callsKept)
    this.#lockChecker.rewind()
    this.#childChecker = createChildChecker(this.#violate)
    this.#hasLost = true
    // What is read again is no news. A run is judged by those below it, so that these are read first.
    this.#tell = () => undefined
    const depthOf = ({ runId }: StateRow) => this.#tables.runs.get(runId)?.header.depth ?? 0
    this.#readAll([...this.#tables.states.values()].toSorted((a, b) => depthOf(b) - depthOf(a)))
    this.#tell = this.#onEvent
    for (const [runId, { history }] of this.#runs) {
      const known = before.get(runId)?.history ?? []
      if (!isBeginning(history, known))
        this.#violate({ invariant: 4, what: `the history of run ${runId} is not the beginning of what it was` })
    }
  }

  checkSettled(operations: ReadonlyMap<string, Arrived>): void {
    const left = (what: string, runId: string) => this.#violate({ invariant: 1, what: `run ${runId} ${what}` })
    for (const { runId, engineId, endedAt, status } of this.#tables.states.values()) {
      if (endedAt === null) left(`has not ended but is ${status}`, runId)
      if (engineId !== null) left('is still held by an engine', runId)
      if (this.#tables.ready.has(runId)) left('is still in the queue', runId)
      if (openMail(this.#tables, runId).length > 0) left('has unread mail', runId)
      const timers = [...(this.#tables.timers.get(runId)?.keys() ?? [])]
      if (timers.some((id) => !id.startsWith('acknowledge:'))) left('has a timer left', runId)
    }
    for (const task of this.#tables.tasks.values()) if (task.status === 'open') left('has an open task', task.runId)
    for (const id of operations.keys()) {
      const mail = this.#tables.operations.get(id)
      if (!mail?.reply) left(`has not answered the command ${id}`, mail?.runId ?? '')
    }
    const historyOf = (runId: string) => this.#runs.get(runId)?.history ?? []
    if (this.#hasLost) for (const [runId, { history }] of this.#runs) this.#checkStored(runId, history)
    this.#lockChecker.checkSettled((runId) => this.stateOf(runId))
    checkChains(this.#tables, historyOf, this.#violate)
    checkPromises(this.#tables, operations, historyOf, this.#violate)
    this.#childChecker.checkSettled(historyOf)
  }
}

function isBeginning(history: readonly RunEvent[], of: readonly RunEvent[]): boolean {
  return history.every((event, place) => isSame(event, of[place]))
}

function isSame(a: RunEvent, b: RunEvent | undefined): boolean {
  return a.seq === b?.seq && a.type === b.type && a.at === b.at
}

function endsAttempt(
  written: string,
  visit: { readonly step: string; readonly iteration: number; readonly attempt: number },
): boolean {
  const command = JSON.parse(written) as Command
  if (command.type !== 'attempt_ended') return false
  const { step, iteration, attempt } = command
  return step === visit.step && iteration === visit.iteration && attempt === visit.attempt
}
