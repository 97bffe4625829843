import type { AttemptRequest, Store } from '#server/engine/ports.ts'
import type { Tables } from '#server/engine/store/memory/tables.ts'
import type { WorkStore } from '#server/engine/workers/ports.ts'
import { type Coverage, type Situation, saw } from './coverage.ts'
import type { Draw, RatedFault } from './draw.ts'
import type { Outside } from './outside.ts'
import { hashOf, type Random } from './random.ts'
import type { Schedule } from './schedule.ts'

/** What must not be, by the invariant of ARCHITECTURE.md that it breaks. */
export interface SimulatedViolation {
  readonly invariant: number | 'bug' | 'oracle'
  readonly what: string
}

/** What everything in a simulated world shares. */
export interface World {
  readonly draw: Draw
  readonly schedule: Schedule
  readonly tables: Tables
  /** The store as the database would do it: without a network, and at once. */
  readonly store: Store
  readonly work: WorkStore
  readonly outside: Outside
  /** The database's clock. */
  databaseNow(): number
  /** The first violation ends the world. */
  violate(violation: SimulatedViolation): void
  /** Does this fault happen now? Asked once for each place where it could. */
  strikes(fault: RatedFault, random: Random): boolean
  saw(situation: Situation): void
  /** The call of this step ends whoever makes it. */
  isDeadly(request: AttemptRequest): boolean
  /** The call never comes back by itself. */
  hangs(call: Pick<AttemptRequest, 'runId' | 'step' | 'undo'>): boolean
  /** The run waits for what never comes, and somebody has to end that. */
  isStuck(runId: string): boolean
  isCompensating(runId: string): boolean
  isManual(runId: string): boolean
  /** Signals that steps of the run wait for. */
  awaitedSignals(runId: string): readonly string[]
  stepsOf(runId: string): readonly string[]
  /** Something happened: it goes into the trace's hash, and into the trace if one is kept. */
  note(line: string): void
  /** After every transaction. */
  check(): void
}

/** Names of faults that were struck, in order; those in `spared` are not. */
export function createStrikes(
  draw: Draw,
  spared: ReadonlySet<string>,
  coverage: Coverage,
  isQuiet: () => boolean,
  onStrike: (id: string) => void,
): World['strikes'] {
  const counts = new Map<RatedFault, number>()
  return (fault, random) => {
    const rate = draw.rates[fault]
    if (rate === 0 || spared.has(fault) || isQuiet() || !random.chance(rate)) return false
    const count = (counts.get(fault) ?? 0) + 1
    counts.set(fault, count)
    const id = `${fault} ${count}`
    if (spared.has(id)) return false
    saw(coverage, fault)
    onStrike(id)
    return true
  }
}

export interface Trace {
  note(line: string): void
  readonly hash: number
  readonly lines: readonly string[]
}

export function createTrace(schedule: Pick<Schedule, 'now'>, isKept: boolean): Trace {
  const lines: string[] = []
  let hash = 0x811c9dc5
  return {
    note(line) {
      hash = hashOf(line, hash ^ Math.floor(schedule.now * 1_000))
      if (isKept) lines.push(`${(schedule.now / 1_000).toFixed(4).padStart(9)} ${line}`)
    },
    get hash() {
      return hash
    },
    lines,
  }
}
