import type { Definition, Step } from '#core/definition/definition.ts'
import type { Envelope } from '#core/definition/envelope.ts'
import type { Json } from '#core/json.ts'
import type { FanOut } from '#core/run/fan-out/fan-out.ts'
import { arbitrarySteps } from '#core/run/testing/arbitrary-run.ts'
import { call, definition, human } from '#core/run/testing/steps.ts'
import { drawSteps } from '../../reference/work/draw-steps.ts'
import { createRandom, type Random } from '../world/random.ts'
import { codeFaults, type DrawnCode, drawCode } from './code.ts'
import { drawFanOut } from './fan-outs.ts'
import { sensibleSteps } from './sensible-steps.ts'

/**
 * The decisions that a seed makes in advance: the kinds of faults and their rates (drawn first, so that some worlds
 * have many faults of a few kinds and none of the others), the planned happenings with their times, and the workflows
 * to run. Planned happenings have names, so that they can be left out when a failure is reduced.
 */
export interface Draw {
  readonly seed: number
  readonly engines: number
  readonly workers: number
  /** The number of tasks a worker handles at once. */
  readonly tasksPerWorker: number
  readonly rates: Rates
  /** The time in milliseconds after which faults end. */
  readonly quietAfterMs: number
  readonly definitions: readonly Definition[]
  /** Programs of the workflows that are code. */
  readonly codes: readonly DrawnCode[]
  readonly starts: readonly PlannedStart[]
  readonly happenings: readonly Happening[]
  /** The relative speeds of the engines' local clocks. */
  readonly clockRates: readonly number[]
  /** Whether functions answer differently when they are called again. */
  readonly fickle: boolean
  /** One of this many steps kills the process that runs the step; none when 0. */
  readonly deadlyOneIn: number
  /** One of this many calls never returns; none when 0. */
  readonly hangsOneIn: number
  /** Whether the supervisor ends the lease of a dead engine at once. */
  readonly supervised: boolean
  /** The approximate duration of a call. */
  readonly callMs: number
  /** The maximum number of runs an engine may hold at once. */
  readonly runsInMemory: number
}

/** Probabilities per request, call, message or wake-up. */
export type Rates = { readonly [Kind in RatedFault]: number }

export const ratedFaults = [
  'transient_error',
  'commit_lost',
  'applied_but_lost',
  'applied_after_error',
  'answer_delayed',
  'crash_before_request',
  'crash_after_commit',
  'wake_up_lost',
  'outcome_delayed',
  'outcome_twice',
  'result_poisoned',
  'answer_poisoned',
  'snapshot_instead_of_log',
  'command_twice',
  'start_twice',
] as const
export type RatedFault = (typeof ratedFaults)[number] | (typeof codeFaults)[number]

/** All kinds of faults that strike by chance. */
export const allRatedFaults: readonly RatedFault[] = [...ratedFaults, ...codeFaults]

const highest: { readonly [Kind in (typeof ratedFaults)[number]]: number } = {
  transient_error: 0.15,
  commit_lost: 0.1,
  applied_but_lost: 0.15,
  applied_after_error: 0.1,
  answer_delayed: 0.05,
  crash_before_request: 0.01,
  crash_after_commit: 0.02,
  wake_up_lost: 0.9,
  outcome_delayed: 0.3,
  outcome_twice: 0.3,
  result_poisoned: 0.1,
  answer_poisoned: 0.9,
  snapshot_instead_of_log: 0.5,
  command_twice: 0.5,
  start_twice: 0.8,
}

export interface PlannedStart {
  readonly id: string
  readonly atMs: number
  readonly workflow: string
  /** Of a start of several runs by one request; `workflow` is then the generated definition. */
  readonly fanOut?: FanOut
  readonly input: Json
  readonly manual: boolean
  readonly priority: number
}

export type Happening = { readonly id: string; readonly atMs: number } & (
  | { readonly kind: 'crash' | 'stop'; readonly engine: number; readonly backAfterMs: number }
  | { readonly kind: 'worker_crash' | 'worker_stop'; readonly worker: number; readonly backAfterMs: number }
  | { readonly kind: 'worker_pause'; readonly worker: number; readonly forMs: number }
  /** An ambush: when the next such event is stored, the engine that holds the run is hit. */
  | {
      readonly kind: 'ambush'
      readonly event: string
      readonly hit: 'crash' | 'pause'
      readonly delayMs: number
      readonly forMs: number
    }
  | { readonly kind: 'pause'; readonly engine: number; readonly forMs: number }
  | { readonly kind: 'clock_jump'; readonly engine: number; readonly byMs: number }
  | { readonly kind: 'store_clock_jump'; readonly byMs: number }
  /** A standby replicates the store up to this instant, and replaces the store this much later. */
  | { readonly kind: 'store_loss'; readonly lagMs: number }
  | { readonly kind: 'command'; readonly verb: Verb }
)

export const verbs = [
  'decide',
  'answer',
  'race',
  'resume',
  'pause',
  'cancel',
  'retry',
  'rollback',
  'signal',
  'next_step',
  'acknowledge',
  'skip',
  'mark_done',
  'jump',
  'odd',
  'message',
  'cancel_code',
] as const
export type Verb = (typeof verbs)[number]

export function drawOf(seed: number): Draw {
  const random = createRandom('draw', seed)
  // Some worlds are calm, most have a few kinds of faults, some have all.
  const share = random.pick([0, 0.25, 0.5, 0.5, 1])
  const rates = Object.fromEntries(
    ratedFaults.map((kind) => [kind, random.chance(share) ? random.next() * highest[kind] : 0]),
  ) as { readonly [Kind in (typeof ratedFaults)[number]]: number }
  const engines = 2 + random.below(2)
  const workers = 1 + random.below(2)
  const quietAfterMs = random.between(8_000, 30_000)
  const several = drawFanOut(seed, quietAfterMs)
  const code = drawCode(seed, quietAfterMs)
  return {
    seed,
    engines,
    workers,
    tasksPerWorker: random.pick([1, 2, 10]),
    rates: { ...rates, ...code.rates },
    quietAfterMs,
    definitions: [
      ...withLocks(seed, withQuestions(seed, withUnservedQueues(seed, drawDefinitions(random)))),
      ...several.definitions,
      ...code.definitions,
    ],
    codes: code.codes,
    starts: [
      ...drawStarts(random, quietAfterMs),
      ...drawLockedStarts(seed, quietAfterMs),
      ...several.starts,
      ...code.starts,
    ],
    happenings: [
      ...drawHappenings(random, share, engines, workers, quietAfterMs),
      ...drawLosses(createRandom('losses', seed), quietAfterMs),
      ...drawAnswers(seed, quietAfterMs),
      ...code.happenings,
    ].toSorted((a, b) => a.atMs - b.atMs),
    clockRates: Array.from({ length: engines }, () => (random.chance(share / 2) ? random.between(0.98, 1.02) : 1)),
    fickle: random.chance(0.2),
    hangsOneIn: drawHangs(seed),
    deadlyOneIn: random.chance(0.3 * share) ? 4 : 0,
    supervised: random.chance(0.5),
    callMs: random.pick([2, 50, 500, 3_000]),
    runsInMemory: random.pick([1, 2, 100, 100]),
  }
}

function drawDefinitions(random: Random): readonly Definition[] {
  const choose = (below: number) => random.below(below)
  const flag = () => random.chance(1 / 3)
  const one = (workflow_type: string, steps: readonly Step[]): Definition =>
    definition(steps, {
      workflow_type,
      saga_enabled: random.chance(0.5),
      fail_fast: !flag(),
      timeout_includes_waits: flag(),
      ...(random.chance(0.2) && { timeout_seconds: 20 }),
    })
  const below = (steps: readonly Step[], workflow: string): readonly Step[] =>
    steps.map((step) => (step.type === 'SUB_WORKFLOW' ? { ...step, sub_workflow_type: workflow } : step))
  return [
    one(
      'Main',
      random.chance(0.4) ? drawSteps(random.next, 'M', 3 + random.below(8), 'Child').steps : sensibleSteps(random),
    ),
    one('Other', random.chance(0.5) ? sensibleSteps(random) : arbitrarySteps(choose)),
    one('Child', below(arbitrarySteps(choose), 'Grandchild')),
    one('Grandchild', below(arbitrarySteps(choose), 'Nowhere')),
  ]
}

/** The queue that no worker serves. */
export const unservedQueue = 'nobody'

/** The rate of hanging calls has its own random stream, so that the rest of a world does not depend on it. */
function drawHangs(seed: number): number {
  const random = createRandom('hangs', seed)
  return random.chance(0.1) ? random.pick([4, 8]) : 0
}

function withUnservedQueues(seed: number, definitions: readonly Definition[]): readonly Definition[] {
  const random = createRandom('unserved', seed)
  if (!random.chance(0.15)) return definitions
  const queued = (step: Step): Step =>
    step.type === 'ASYNC' && random.chance(0.5) ? { ...step, queue: unservedQueue } : step
  return definitions.map((each) => ({ ...each, steps: each.steps.map(queued) }))
}

/** Whether people in this world are asked one question after the other, and answer without naming the question. */
const asksManyQuestions = (seed: number) => createRandom('questions', seed).chance(0.1)

function withQuestions(seed: number, definitions: readonly Definition[]): readonly Definition[] {
  if (!asksManyQuestions(seed)) return definitions
  const random = createRandom('asked', seed)
  const asked = Array.from({ length: 2 + random.below(3) }, (_, index) => askedStep(`Q${index}`, random))
  return definitions.map((each) => (each.workflow_type === 'Main' ? { ...each, steps: asked } : each))
}

/** Whether runs of this world lock resources. They have their own random stream: other worlds are as they were. */
const hasLocks = (seed: number) => createRandom('locks', seed).chance(0.2)

/** Envelopes for the runs that people start, and a small workflow of which several runs want the same resources. */
function withLocks(seed: number, definitions: readonly Definition[]): readonly Definition[] {
  if (!hasLocks(seed)) return definitions
  const random = createRandom('envelopes', seed)
  const isStarted = ({ workflow_type }: Definition) => workflow_type === 'Main' || workflow_type === 'Other'
  const small = definition([call('L'), ...(random.chance(0.5) ? [human('Asked')] : [])], { workflow_type: 'Locked' })
  return [
    ...definitions.map((each) =>
      isStarted(each) && random.chance(0.5) ? { ...each, envelope: drawEnvelope(random) } : each,
    ),
    { ...small, envelope: drawEnvelope(random), ...drawConcurrency(seed) },
  ]
}

/** A bound on the runs of the small workflow, in some of these worlds; runs that wait for their turn end as others do. */
function drawConcurrency(seed: number): Pick<Definition, 'concurrency'> {
  const random = createRandom('slots', seed)
  if (random.chance(0.4)) return {}
  return { concurrency: { limit: 1 + random.below(2), ...(random.chance(0.5) && { key: 'input.n % 2' }) } }
}

const lockable = ['dev:1', 'dev:2', 'dev:3']

function drawEnvelope(random: Random): Envelope {
  const resources = lockable.filter(() => random.chance(0.6))
  const shared = resources.filter(() => random.chance(0.3))
  return {
    discover: { resources: resources.map((name) => `'${name}'`) },
    locks: {
      shared: shared.map((name) => `'${name}'`),
      while_waiting: random.pick(['hold', 'release']),
      on_unsafe: random.pick(['release', 'hold_until_ack']),
    },
    rollback: 'saga_only',
    acknowledge: {
      completed: random.pick(['auto', 'manual']),
      failed_safe: 'manual',
      failed_unsafe: 'auto',
      after_seconds: random.pick([5, 60]),
    },
    ...(random.chance(0.3) && { conditions: [{ name: 'free', when: "resources('dev:1').free", every_seconds: 5 }] }),
  }
}

function drawLockedStarts(seed: number, quietAfterMs: number): readonly PlannedStart[] {
  if (!hasLocks(seed)) return []
  const random = createRandom('locked', seed)
  return Array.from({ length: 3 + random.below(6) }, (_, index) => ({
    id: `locked start ${index + 1}`,
    atMs: random.between(0, 0.8 * quietAfterMs),
    workflow: 'Locked',
    input: { n: random.below(4) },
    manual: false,
    priority: random.below(3),
  }))
}

function askedStep(name: string, random: Random): Step {
  return random.chance(0.2) ? call(name, { output_key: name }) : human(name, { output_key: name })
}

function drawAnswers(seed: number, quietAfterMs: number): readonly Happening[] {
  if (!asksManyQuestions(seed)) return []
  const random = createRandom('answers', seed)
  return Array.from({ length: 4 + random.below(12) }, (_, index) => ({
    id: `answer ${index + 1}`,
    kind: 'command' as const,
    verb: 'answer' as const,
    atMs: random.between(0, quietAfterMs),
  }))
}

function drawStarts(random: Random, quietAfterMs: number): readonly PlannedStart[] {
  return Array.from({ length: 1 + random.below(4) }, (_, index) => ({
    id: `start ${index + 1}`,
    atMs: random.between(0, 0.8 * quietAfterMs),
    workflow: random.pick(['Main', 'Main', 'Other']),
    input: { n: random.below(4) },
    manual: random.chance(0.15),
    priority: random.below(3),
  }))
}

/** The events that ambushes target, where failures do the most harm. */
const ambushed = [
  'workflow.run.promoted',
  'workflow.run.owned',
  'workflow.node.started',
  'workflow.node.started',
  'workflow.node.started',
  'workflow.node.started',
  'workflow.node.completed',
  'workflow.node.progress',
  'workflow.timer.set',
  'workflow.timer.fired',
  'workflow.child.spawned',
  'workflow.child.ended',
  'workflow.human_task.opened',
  'workflow.human_task.decided',
  'workflow.run.rolling_back',
  'workflow.compensation.started',
  'workflow.compensation.started',
  'workflow.compensation.completed',
]

/** One of this many worlds has a store that loses its latest acknowledged writes. */
const LOSSES_IN = 5

/** Losses have their own random stream: a world is otherwise the same without them. */
function drawLosses(random: Random, quietAfterMs: number): readonly Happening[] {
  if (random.below(LOSSES_IN) > 0) return []
  return Array.from({ length: 1 + random.below(2) }, (_, index) => {
    const lagMs = random.next() * random.pick([20, 200, 2_000, 5_000])
    return {
      id: `store loss ${index + 1}`,
      kind: 'store_loss' as const,
      atMs: random.between(100, quietAfterMs - lagMs),
      lagMs,
    }
  })
}

function drawHappenings(
  random: Random,
  share: number,
  engines: number,
  workers: number,
  quietAfterMs: number,
): readonly Happening[] {
  const happenings: Happening[] = []
  const plan = (most: number, make: (id: string, atMs: number) => Happening, name: string) => {
    const count = random.below(most + 1)
    for (let index = 1; index <= count; index += 1) {
      happenings.push(make(`${name} ${index}`, random.between(0, quietAfterMs)))
    }
  }
  const engine = () => random.below(engines)
  const some = (most: number) => (random.chance(share) ? most : 0)
  plan(
    some(4),
    (id, atMs) => ({ id, atMs, kind: 'crash', engine: engine(), backAfterMs: random.between(10, 12_000) }),
    'crash',
  )
  plan(
    random.chance(share) ? 4 : 1,
    (id, atMs) => ({
      id,
      atMs,
      kind: 'ambush',
      event: random.pick(ambushed),
      hit: random.pick(['crash', 'pause', 'pause']),
      delayMs: random.pick([0, 1, 5, 5, 200]),
      // The pause is longer than a lease, so that another engine has taken over the runs when this one wakes.
      forMs: random.between(11_500, 20_000),
    }),
    'ambush',
  )
  plan(
    some(1),
    (id, atMs) => ({ id, atMs, kind: 'stop', engine: engine(), backAfterMs: random.between(10, 5_000) }),
    'stop',
  )
  plan(
    some(2),
    (id, atMs) => ({ id, atMs, kind: 'pause', engine: engine(), forMs: random.between(100, 25_000) }),
    'pause',
  )
  plan(
    some(2),
    (id, atMs) => ({ id, atMs, kind: 'clock_jump', engine: engine(), byMs: random.between(0, 30_000) }),
    'clock jump',
  )
  plan(
    random.chance(share / 3) ? 2 : 0,
    (id, atMs) => ({ id, atMs, kind: 'store_clock_jump', byMs: random.between(-2_000, 15_000) }),
    'store clock jump',
  )
  const worker = () => random.below(workers)
  plan(
    some(4),
    (id, atMs) => ({ id, atMs, kind: 'worker_crash', worker: worker(), backAfterMs: random.between(10, 12_000) }),
    'worker crash',
  )
  plan(
    some(1),
    (id, atMs) => ({ id, atMs, kind: 'worker_stop', worker: worker(), backAfterMs: random.between(10, 5_000) }),
    'worker stop',
  )
  plan(
    some(2),
    (id, atMs) => ({ id, atMs, kind: 'worker_pause', worker: worker(), forMs: random.between(100, 25_000) }),
    'worker pause',
  )
  plan(16, (id, atMs) => ({ id, atMs, kind: 'command', verb: random.pick(verbs) }), 'command')
  return happenings
}
