import type { Step } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { RunState } from '#core/run/state.ts'
import type { OpenStep } from '#core/run/step-state.ts'
import { stepsDecider } from '#core/run/steps-decider.ts'
import { hasAttempts, planOf } from '#server/engine/commit/build-append.ts'
import { copyForStandby, goOnAs } from '#server/engine/store/memory/loss.ts'
import { createMemoryStore, publish } from '#server/engine/store/memory/memory-store.ts'
import { createTables, type Tables } from '#server/engine/store/memory/tables.ts'
import { createMemoryWork } from '#server/engine/store/memory/work.ts'
import { createChecker } from './checkers/check-world.ts'
import { askOracle, isKnownToOracle } from './checkers/oracle.ts'
import { watchTaking } from './checkers/taking-checker.ts'
import { coverEvents, coverReply } from './cover-events.ts'
import { type Coverage, createCoverage, saw } from './coverage.ts'
import { type Draw, drawOf, type Happening, unservedQueue } from './draw/draw.ts'
import type { PlantedBug } from './planted/planted-bug.ts'
import { idOf, startEngines } from './world/engines.ts'
import { looseSnapshots } from './world/loose-snapshots.ts'
import { type Asked, createOutside, poison } from './world/outside.ts'
import { createPeople } from './world/people.ts'
import { createRandom, hashOf } from './world/random.ts'
import { createSchedule } from './world/schedule.ts'
import { startWorkers } from './world/workers.ts'
import { createStrikes, createTrace, type SimulatedViolation, type World } from './world/world.ts'

export interface SimulationOptions {
  readonly bug?: PlantedBug | null
  /** Keeps the trace for printing. */
  readonly trace?: boolean
  /** Faults and plans to leave out, by kind or by name. */
  readonly spared?: ReadonlySet<string>
  readonly coverage?: Coverage
}

export interface Simulation {
  readonly draw: Draw
  readonly violation: SimulatedViolation | null
  /** Equal for equal seeds and options. */
  readonly hash: number
  readonly trace: readonly string[]
  /** Names of the faults and plans that happened, in order. */
  readonly struck: readonly string[]
  readonly steps: number
}

const START_AT = 1_800_000_000_000
/** The time after the last fault within which every run must end. */
const SETTLE_MS = 240_000
const LOOK_MS = 1_000
/**
 * The time to settle in worlds where calls never return, from the limits of the core: of waiting for calls, and of the
 * compensations. Each visit has one compensation, which is requested once more.
 */
const HANGING_MS = 10 * 3_600_000
const PATIENT_LOOK_MS = 20_000

/** Runs the world of one seed: faults up to some instant, then a quiet phase in which everything must end. */
export async function simulate(seed: number, options: SimulationOptions = {}): Promise<Simulation> {
  const draw = drawOf(seed)
  const coverage = options.coverage ?? createCoverage()
  const spared = options.spared ?? new Set()
  const schedule = createSchedule(START_AT)
  const trace = createTrace(
    {
      get now() {
        return schedule.now - START_AT
      },
    },
    options.trace ?? false,
  )
  const struck: string[] = []
  let violation: SimulatedViolation | null = null
  let isQuiet = false
  let databaseAhead = 0
  let ids = 0
  const ambushes: Extract<Happening, { kind: 'ambush' }>[] = []

  const violate = (found: SimulatedViolation) => {
    violation ??= found
  }
  const onUnhandled = (reason: unknown) => {
    violate({ invariant: 'bug', what: reason instanceof Error ? (reason.stack ?? reason.message) : String(reason) })
  }
  process.on('unhandledRejection', onUnhandled)

  const strikes = createStrikes(
    draw,
    spared,
    coverage,
    () => isQuiet,
    (id) => {
      struck.push(id)
      trace.note(`fault: ${id}`)
    },
  )
  const tables = createTables(
    ({ events, payloads = [], rows }) =>
      ![events, JSON.stringify(rows?.handled ?? []), ...payloads.map(({ text }) => text)].some((text) =>
        text.includes(poison),
      ),
  )
  const databaseNow = () => Math.round((schedule.now + databaseAhead) * 1_000) / 1_000
  const storeRandom = createRandom(seed, 'store')
  const newId = () => {
    ids += 1
    return idOf(schedule.now, 0xfffe, ids)
  }
  const outside = createOutside(seed, draw.fickle)
  const checker = createChecker(tables, outside.calls, violate, (runId, event) => {
    trace.note(`${runId} ${event.seq} ${event.type} ${'step' in event ? event.step : ''}`)
    coverEvents(coverage, event)
    if (event.type === 'workflow.run.owned') {
      const before = checker.stateOf(runId)
      const executable = checker.executableOf(runId)
      if (before && executable && wasInFlight(executable, before)) saw(coverage, 'take-over of a run in flight')
    }
    const place = ambushes.findIndex((ambush) => ambush.event === event.type)
    const ambush = ambushes[place]
    if (!ambush || isQuiet) return
    ambushes.splice(place, 1)
    schedule.at(schedule.now + ambush.delayMs, () => {
      const slot = engines.holderOf(runId)
      if (slot === null) {
        // The run was released at once: the ambush waits for the next such event.
        ambushes.push(ambush)
        return
      }
      saw(coverage, 'ambush')
      trace.note(`plan: ${ambush.id} hits E${slot}`)
      if (ambush.hit === 'crash') {
        engines.crash(slot, 1_000)
      } else {
        engines.pause(slot)
        schedule.at(schedule.now + ambush.forMs, () => engines.resume(slot))
      }
    })
  })
  const waitsForEver = (runId: string, step: string, now: OpenStep): boolean => {
    if (now.status === 'running' && now.queue === unservedQueue) return true
    const executes = now.status === 'running' || now.status === 'fanned_out'
    return executes && world.hangs({ runId, step, undo: false })
  }
  const world: World = {
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
    saw: (situation) => saw(coverage, situation),
    isDeadly: ({ runId, step }) => {
      if (isQuiet || draw.deadlyOneIn === 0 || spared.has('deadly')) return false
      if (hashOf(`${seed} ${runId} ${step}`) % draw.deadlyOneIn !== 0) return false
      saw(coverage, 'deadly function')
      return true
    },
    hangs: ({ runId, step, undo }) =>
      draw.hangsOneIn > 0 && !spared.has('hangs') && hashOf(`${seed} ${runId} ${step} ${undo}`) % draw.hangsOneIn === 0,
    isStuck(runId) {
      const { open = [], steps = {}, rollback } = checker.stateOf(runId) ?? {}
      return !rollback && open.some((name) => waitsForEver(runId, name, steps[name] as OpenStep))
    },
    isCompensating: (runId) => checker.stateOf(runId)?.rollback?.current != null,
    isManual: (runId) => checker.stateOf(runId)?.header.drive === 'manual',
    awaitedSignals: (runId) =>
      Object.values(checker.stateOf(runId)?.steps ?? {}).flatMap((step) =>
        step.status === 'waiting_signal' ? [step.signal] : [],
      ),
    stepsOf: (runId) => checker.executableOf(runId)?.definition.steps.map(({ name }) => name) ?? [],
    note: trace.note,
    check: checker.check,
  }
  for (const definition of draw.definitions) {
    publish(tables, 'local', { version: 1, hash: definition.workflow_type, definition })
  }

  const engines = startEngines(world, options.bug ?? null, () => workers.wake())
  const workers = startWorkers(world, engines.wake, options.bug ?? null)
  const people = createPeople(world, engines)
  for (let slot = 0; slot < draw.engines; slot += 1) {
    schedule.at(START_AT + createRandom(seed, 'boot', slot).between(0, 500), () => engines.start(slot))
  }
  for (let slot = 0; slot < draw.workers; slot += 1) {
    schedule.at(START_AT + createRandom(seed, 'work', slot).between(0, 2_000), () => workers.start(slot))
  }

  let hasStandby = false
  /** Loses every commit from now on, acknowledged or not, when the standby takes over after `lagMs`. */
  const loseSince = (lagMs: number) => {
    if (hasStandby) return
    hasStandby = true
    const standby = copyForStandby(tables)
    const callsKept = outside.calls.length
    schedule.at(schedule.now + lagMs, () => {
      hasStandby = false
      checker.check()
      const rows = rowsOf(tables)
      goOnAs(standby, tables)
      if (rowsOf(tables) < rows) saw(coverage, 'acknowledged commits lost')
      trace.note(`the store goes on as generation ${tables.generation}`)
      checker.rewind(callsKept)
      people.onLoss()
    })
  }

  const happen = (happening: Happening) => {
    struck.push(happening.id)
    if (happening.kind !== 'ambush') saw(coverage, happening.kind)
    trace.note(`plan: ${happening.id}`)
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
        ambushes.push(happening)
        return
      case 'clock_jump':
        return engines.jump(happening.engine, happening.byMs)
      case 'store_clock_jump':
        databaseAhead += happening.byMs
        return
      case 'store_loss':
        return loseSince(happening.lagMs)
      case 'command':
        people.command(happening.id, happening.verb)
    }
  }
  for (const happening of draw.happenings) {
    if (!spared.has(happening.id)) schedule.at(START_AT + happening.atMs, () => happen(happening))
  }
  for (const planned of draw.starts) {
    if (spared.has(planned.id)) continue
    schedule.at(START_AT + planned.atMs, () => {
      struck.push(planned.id)
      people.start(planned)
    })
  }

  const quietAt = START_AT + draw.quietAfterMs
  await schedule.run(quietAt, () => violation !== null)
  isQuiet = true
  for (let slot = 0; slot < draw.engines; slot += 1) {
    engines.resume(slot)
    engines.start(slot)
  }
  for (let slot = 0; slot < draw.workers; slot += 1) {
    workers.resume(slot)
    workers.start(slot)
  }
  const wanted = draw.starts.filter((planned) => !spared.has(planned.id))
  const isSettled = () =>
    wanted.every((planned) => people.started.has(planned.id)) &&
    tables.ready.size === 0 &&
    tables.work.size === 0 &&
    [...tables.states.values()].every((row) => row.endedAt !== null && row.engineId === null) &&
    [...tables.mail.values()].every((box) => box.every((mail) => mail.handledAt !== null))
  // Hanging calls are waited for up to their timeout, and compensations run one after the other.
  const settleMs = draw.hangsOneIn > 0 ? HANGING_MS : SETTLE_MS
  for (let lookMs = LOOK_MS, at = lookMs; violation === null && at < settleMs; at += lookMs) {
    await schedule.run(quietAt + at, () => violation !== null)
    if (at > SETTLE_MS) lookMs = PATIENT_LOOK_MS
    if (isSettled()) break
    people.finish()
  }
  checker.check()
  if (violation === null) checker.checkSettled(people.operations)
  if (violation === null && !draw.fickle) {
    for (const runId of checker.runIds) {
      const state = checker.stateOf(runId)
      const executable = checker.executableOf(runId)
      const history = checker.historyOf(runId)
      if (!state || !executable || outside.poisoned.has(runId) || !isKnownToOracle(executable, history, state)) continue
      saw(coverage, 'oracle asked')
      const found = askOracle(executable, history, state, (call) =>
        outside.answerTo({ ...call, runId }, askedBy(executable.step(call.step), call.undo)),
      )
      if (found.length > 0)
        violate({ invariant: 'oracle', what: `run ${runId} of ${state.header.workflow}: ${found.join('; ')}` })
    }
  }
  for (const id of people.operations.keys()) coverReply(coverage, tables.operations.get(id))
  process.off('unhandledRejection', onUnhandled)
  return { draw, violation, hash: trace.hash, trace: trace.lines, struck, steps: schedule.steps }
}

/** Whether the run had calls in flight. An invalid state is reported by the checker alone. */
function wasInFlight(executable: ExecutableDefinition, state: RunState): boolean {
  try {
    return hasAttempts(planOf(stepsDecider(executable), state))
  } catch {
    return false
  }
}

function rowsOf({ logs }: Tables): number {
  return [...logs.values()].reduce((sum, rows) => sum + rows.length, 0)
}

function askedBy({ type }: Step, undo: boolean): Asked {
  if (undo) return 'function'
  return type === 'HTTP' ? 'http' : type === 'SCRIPT' ? 'script' : 'function'
}
