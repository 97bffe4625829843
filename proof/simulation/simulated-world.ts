import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { RunState } from '#core/run/state.ts'
import type { OpenStep } from '#core/run/step-state.ts'
import { hasAttempts, planOf } from '#server/engine/commit/build-append.ts'
import { copyForStandby, goOnAs } from '#server/engine/store/memory/loss.ts'
import { createMemoryStore, publish } from '#server/engine/store/memory/memory-store.ts'
import { createTables, type Tables } from '#server/engine/store/memory/tables.ts'
import { createMemoryWork } from '#server/engine/store/memory/work.ts'
import { type Checker, createChecker } from './checkers/check-world.ts'
import { deciderOf } from './checkers/decider-of.ts'
import { watchTaking } from './checkers/taking-checker.ts'
import { coverEvents } from './cover-events.ts'
import { type Coverage, saw as cover, createCoverage, type Scenario } from './coverage.ts'
import { type Draw, drawOf, type Happening, unservedQueue } from './draw/draw.ts'
import type { PlantedBug } from './planted/planted-bug.ts'
import { type Engines, idOf, startEngines } from './world/engines.ts'
import { looseSnapshots } from './world/loose-snapshots.ts'
import { createOutside, poison } from './world/outside.ts'
import { createPeople, type People } from './world/people.ts'
import { createRandom, hashOf } from './world/random.ts'
import { createSchedule } from './world/schedule.ts'
import { startWorkers, type Workers } from './world/workers.ts'
import { createStrikes, createTrace, type SimulatedViolation, type World } from './world/world.ts'

export interface SimulationOptions {
  readonly bug?: PlantedBug | null
  /** Keeps the trace for printing. */
  readonly trace?: boolean
  /** Faults and plans to leave out, by kind or by name. */
  readonly spared?: ReadonlySet<string>
  readonly coverage?: Coverage
}

export const START_AT = 1_800_000_000_000

/** The parts of one simulated world: its clock, store, engines, workers and people, and the faults that strike it. */
export class SimulatedWorld {
  readonly draw: Draw
  readonly schedule = createSchedule(START_AT)
  readonly trace: ReturnType<typeof createTrace>
  readonly coverage: Coverage
  readonly spared: ReadonlySet<string>
  readonly tables: Tables
  readonly outside: ReturnType<typeof createOutside>
  readonly checker: Checker
  readonly engines: Engines
  readonly workers: Workers
  readonly people: People
  /** Names of the faults and plans that happened, in order. */
  readonly struck: string[] = []
  violation: SimulatedViolation | null = null
  /** No fault strikes any more. */
  isQuiet = false
  readonly #seed: number
  readonly #world: World
  readonly #ambushes: Extract<Happening, { kind: 'ambush' }>[] = []
  #databaseAhead = 0
  #hasStandby = false
  #ids = 0

  constructor(seed: number, { bug = null, coverage, spared, trace = false }: SimulationOptions) {
    const { schedule } = this
    this.#seed = seed
    this.draw = drawOf(seed)
    this.coverage = coverage ?? createCoverage()
    this.spared = spared ?? new Set()
    const clock = {
      get now() {
        return schedule.now - START_AT
      },
    }
    this.trace = createTrace(clock, trace)
    this.tables = createTables(isStorable)
    this.outside = createOutside(seed, this.draw.fickle)
    this.checker = createChecker(
      this.tables,
      this.outside.calls,
      this.violate,
      (runId, event) => this.#onEvent(runId, event),
      () => this.schedule.now + this.#databaseAhead,
    )
    this.#world = this.#createWorld()
    for (const definition of this.draw.definitions) {
      publish(this.tables, 'local', { version: 1, hash: definition.workflow_type, definition })
    }
    this.engines = startEngines(this.#world, bug, () => this.workers.wake())
    this.workers = startWorkers(this.#world, this.engines.wake, bug)
    this.people = createPeople(this.#world, this.engines)
  }

  readonly violate = (found: SimulatedViolation): void => {
    this.violation ??= found
  }

  /** Plans the starts of engines and workers, the happenings and the starts of runs. */
  plan(): void {
    const { draw, schedule, spared } = this
    for (let slot = 0; slot < draw.engines; slot += 1) {
      schedule.at(START_AT + createRandom(this.#seed, 'boot', slot).between(0, 500), () => this.engines.start(slot))
    }
    for (let slot = 0; slot < draw.workers; slot += 1) {
      schedule.at(START_AT + createRandom(this.#seed, 'work', slot).between(0, 2_000), () => this.workers.start(slot))
    }
    for (const happening of draw.happenings) {
      if (!spared.has(happening.id)) schedule.at(START_AT + happening.atMs, () => this.#happen(happening))
    }
    for (const planned of draw.starts) {
      if (spared.has(planned.id)) continue
      schedule.at(START_AT + planned.atMs, () => {
        this.struck.push(planned.id)
        this.people.start(planned)
      })
    }
  }

  #createWorld(): World {
    const { draw, schedule, spared, tables, checker, outside, violate, trace } = this
    const strikes = createStrikes(
      draw,
      spared,
      this.coverage,
      () => this.isQuiet,
      (id) => {
        this.struck.push(id)
        trace.note(`fault: ${id}`)
      },
    )
    const databaseNow = () => Math.round((schedule.now + this.#databaseAhead) * 1_000) / 1_000
    const storeRandom = createRandom(this.#seed, 'store')
    const newId = () => {
      this.#ids += 1
      return idOf(schedule.now, 0xfffe, this.#ids)
    }
    const hangs: World['hangs'] = ({ runId, step, undo }) =>
      draw.hangsOneIn > 0 &&
      !spared.has('hangs') &&
      hashOf(`${this.#seed} ${runId} ${step} ${undo}`) % draw.hangsOneIn === 0
    const saw = (scenario: Scenario) => cover(this.coverage, scenario)
    return {
      draw,
      schedule,
      tables,
      store: looseSnapshots(createMemoryStore(tables, databaseNow, newId), () =>
        strikes('snapshot_instead_of_log', storeRandom),
      ),
      work: watchTaking(createMemoryWork(tables, databaseNow, newId), checker, violate),
      outside,
      databaseNow,
      violate,
      strikes,
      saw,
      isDeadly: ({ runId, step }) => {
        if (this.isQuiet || draw.deadlyOneIn === 0 || spared.has('deadly')) return false
        if (hashOf(`${this.#seed} ${runId} ${step}`) % draw.deadlyOneIn !== 0) return false
        saw('deadly function')
        return true
      },
      hangs,
      note: trace.note,
      check: checker.check,
      ...lookInto(checker, hangs),
    }
  }

  /** Covers an event, and springs an ambush that waits for one of its kind. */
  #onEvent(runId: string, event: RunEvent): void {
    const { checker, coverage, trace, schedule } = this
    trace.note(`${runId} ${event.seq} ${event.type} ${'step' in event ? event.step : ''}`)
    coverEvents(coverage, event)
    if (event.type === 'workflow.run.owned') {
      const before = checker.stateOf(runId)
      const executable = checker.executableOf(runId)
      if (before && executable && wasInFlight(executable, before)) cover(coverage, 'take-over of a run in flight')
    }
    const place = this.#ambushes.findIndex((ambush) => ambush.event === event.type)
    const ambush = this.#ambushes[place]
    if (!ambush || this.isQuiet) return
    this.#ambushes.splice(place, 1)
    schedule.at(schedule.now + ambush.delayMs, () => this.#spring(ambush, runId))
  }

  #spring(ambush: Extract<Happening, { kind: 'ambush' }>, runId: string): void {
    const { engines, schedule } = this
    const slot = engines.holderOf(runId)
    if (slot === null) {
      // The run was released at once: the ambush waits for the next such event.
      this.#ambushes.push(ambush)
      return
    }
    cover(this.coverage, 'ambush')
    this.trace.note(`plan: ${ambush.id} hits E${slot}`)
    if (ambush.hit === 'crash') {
      engines.crash(slot, 1_000)
    } else {
      engines.pause(slot)
      schedule.at(schedule.now + ambush.forMs, () => engines.resume(slot))
    }
  }

  /** Loses every commit from now on, acknowledged or not, when the standby takes over after `lagMs`. */
  #loseSince(lagMs: number): void {
    if (this.#hasStandby) return
    this.#hasStandby = true
    const { tables, checker, schedule } = this
    const standby = copyForStandby(tables)
    const callsKept = this.outside.calls.length
    schedule.at(schedule.now + lagMs, () => {
      this.#hasStandby = false
      checker.check()
      const rows = rowsOf(tables)
      goOnAs(standby, tables)
      if (rowsOf(tables) < rows) cover(this.coverage, 'acknowledged commits lost')
      this.trace.note(`the store goes on as generation ${tables.generation}`)
      checker.rewind(callsKept)
      this.people.onLoss()
    })
  }

  #happen(happening: Happening) {
    const { engines, workers, schedule } = this
    this.struck.push(happening.id)
    if (happening.kind !== 'ambush') cover(this.coverage, happening.kind)
    this.trace.note(`plan: ${happening.id}`)
    switch (happening.kind) {
      case 'crash':
        return engines.crash(happening.engine, happening.backAfterMs)
      case 'stop':
        return engines.stop(happening.engine, happening.backAfterMs)
      case 'pause':
        schedule.at(schedule.now + happening.forMs, () => engines.resume(happening.engine))
        return engines.pause(happening.engine)
      case 'worker_crash':
        return workers.crash(happening.worker, happening.backAfterMs)
      case 'worker_stop':
        return workers.stop(happening.worker, happening.backAfterMs)
      case 'worker_pause':
        schedule.at(schedule.now + happening.forMs, () => workers.resume(happening.worker))
        return workers.pause(happening.worker)
      case 'ambush':
        this.#ambushes.push(happening)
        return
      case 'clock_jump':
        return engines.jump(happening.engine, happening.byMs)
      case 'store_clock_jump':
        this.#databaseAhead += happening.byMs
        return
      case 'store_loss':
        return this.#loseSince(happening.lagMs)
      case 'command':
        this.people.command(happening.id, happening.verb)
    }
  }
}

/** A row that the store accepts: one without the poisoned text. */
function isStorable({ events, payloads = [], rows }: Parameters<Tables['canHold']>[0]): boolean {
  const texts = [events, JSON.stringify(rows?.handled ?? []), ...payloads.map(({ text }) => text ?? '')]
  return !texts.some((text) => text.includes(poison))
}

/** Questions about runs, answered by what the checker has read. */
function lookInto(
  checker: Checker,
  hangs: World['hangs'],
): Pick<World, 'isStuck' | 'isCompensating' | 'isManual' | 'isCode' | 'awaitedSignals' | 'stepsOf'> {
  const waitsForEver = (runId: string, step: string, now: OpenStep): boolean => {
    if (now.status === 'running' && now.queue === unservedQueue) return true
    const executes = now.status === 'running' || now.status === 'fanned_out'
    return executes && hangs({ runId, step, undo: false })
  }
  return {
    isStuck(runId) {
      const { open = [], steps = {}, rollback } = checker.stateOf(runId) ?? {}
      return !rollback && open.some((name) => waitsForEver(runId, name, steps[name] as OpenStep))
    },
    isCompensating: (runId) => checker.stateOf(runId)?.rollback?.current != null,
    isManual: (runId) => checker.stateOf(runId)?.header.drive === 'manual',
    awaitedSignals(runId) {
      const { steps = {}, code } = checker.stateOf(runId) ?? {}
      if (code !== undefined) return code.blocked?.reason === undefined ? [] : ['signal']
      return Object.values(steps).flatMap((step) => (step.status === 'waiting_signal' ? [step.signal] : []))
    },
    isCode: (runId) => checker.stateOf(runId)?.code !== undefined,
    stepsOf: (runId) => checker.executableOf(runId)?.definition.steps.map(({ name }) => name) ?? [],
  }
}

/** Whether the run had calls in flight. An invalid state is reported by the checker alone. */
function wasInFlight(executable: ExecutableDefinition, state: RunState): boolean {
  try {
    return hasAttempts(planOf(deciderOf(executable), state))
  } catch {
    return false
  }
}

function rowsOf({ logs }: Tables): number {
  return [...logs.values()].reduce((sum, rows) => sum + rows.length, 0)
}
