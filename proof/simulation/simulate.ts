import type { Step } from '#core/definition/definition.ts'
import { faultsOfBody, faultsOfReplay } from './checkers/code-oracle.ts'
import { askOracle, isKnownToOracle } from './checkers/oracle.ts'
import { coverReply } from './cover-events.ts'
import { saw } from './coverage.ts'
import type { Draw } from './draw/draw.ts'
import { SimulatedWorld, type SimulationOptions, START_AT } from './simulated-world.ts'
import type { CallKind } from './world/outside.ts'
import type { SimulatedViolation } from './world/world.ts'

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
  const world = new SimulatedWorld(seed, options)
  const onUnhandled = (reason: unknown) => {
    const what = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)
    world.violate({ invariant: 'bug', what })
  }
  process.on('unhandledRejection', onUnhandled)
  const { draw, checker, coverage, people, schedule, tables, trace, struck } = world
  world.plan()
  await schedule.run(START_AT + draw.quietAfterMs, () => world.violation !== null)
  await settle(world)
  checker.check()
  if (world.violation === null) checker.checkSettled(people.operations)
  if (world.violation === null && !draw.fickle) compareWithOracle(world)
  if (world.violation === null) await compareCode(world)
  for (const id of people.operations.keys()) coverReply(coverage, tables.operations.get(id))
  process.off('unhandledRejection', onUnhandled)
  return { draw, violation: world.violation, hash: trace.hash, trace: trace.lines, struck, steps: schedule.steps }
}

/** The quiet phase: every engine and worker runs, and people end what only they can end. */
async function settle(world: SimulatedWorld): Promise<void> {
  const { draw, engines, workers, people, schedule } = world
  const quietAt = START_AT + draw.quietAfterMs
  world.isQuiet = true
  for (let slot = 0; slot < draw.engines; slot += 1) {
    engines.resume(slot)
    engines.start(slot)
  }
  for (let slot = 0; slot < draw.workers; slot += 1) {
    workers.resume(slot)
    workers.start(slot)
  }
  // Hanging calls are waited for up to their timeout, and compensations run one after the other.
  const settleMs = draw.hangsOneIn > 0 ? HANGING_MS : SETTLE_MS
  for (let lookMs = LOOK_MS, at = lookMs; world.violation === null && at < settleMs; at += lookMs) {
    await schedule.run(quietAt + at, () => world.violation !== null)
    if (at > SETTLE_MS) lookMs = PATIENT_LOOK_MS
    if (isSettled(world)) break
    people.finish()
  }
}

function isSettled({ draw, spared, people, tables }: SimulatedWorld): boolean {
  return (
    draw.starts.every(({ id }) => spared.has(id) || people.started.has(id)) &&
    tables.ready.size === 0 &&
    tables.work.size === 0 &&
    [...tables.states.values()].every((row) => row.endedAt !== null && row.engineId === null) &&
    [...tables.mail.values()].every((box) => box.every((mail) => mail.handledAt !== null))
  )
}

/** Compares every run that the reference knows with the reference's account of it. */
function compareWithOracle({ checker, coverage, outside, violate }: SimulatedWorld): void {
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

/** Replays the log of every run of code, and compares the run with the account of the reference of bodies. */
async function compareCode({ draw, checker, coverage, violate }: SimulatedWorld): Promise<void> {
  for (const runId of checker.runIds) {
    const state = checker.stateOf(runId)
    const drawn = draw.codes.find(({ workflow }) => workflow === state?.header.workflow)
    if (!state || !drawn) continue
    const history = checker.historyOf(runId)
    const faults = faultsOfBody(drawn, history, state)
    if (faults !== null) saw(coverage, 'code of a history asked the reference')
    const found = [...(await faultsOfReplay({ draw }, history, state)), ...(faults ?? [])]
    if (found.length > 0)
      violate({ invariant: 'oracle', what: `run ${runId} of ${drawn.workflow}: ${found.join('; ')}` })
  }
}

function askedBy({ type }: Step, undo: boolean): CallKind {
  if (undo) return 'function'
  return type === 'HTTP' ? 'http' : type === 'SCRIPT' ? 'script' : 'function'
}
