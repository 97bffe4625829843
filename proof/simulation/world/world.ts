import type { AttemptRequest, Store } from '#server/engine/ports.ts'
import type { Tables } from '#server/engine/store/memory/tables.ts'
import type { WorkStore } from '#server/engine/workers/ports.ts'
import { type Coverage, type Scenario, saw } from '../coverage.ts'
import type { Draw, RatedFault } from '../draw/draw.ts'
import type { Outside } from './outside.ts'
import { hashOf, type Random } from './random.ts'
import type { Schedule } from './schedule.ts'

/** A violation, with the invariant of ARCHITECTURE.md that it breaks. */
export interface SimulatedViolation {
  readonly invariant: number | 'bug' | 'oracle' | 'locks'
  readonly what: string
}

/** The shared objects of a simulated world. */
export interface World {
  readonly draw: Draw
  readonly schedule: Schedule
  readonly tables: Tables
  /** The store as the database behaves: without network delays or faults. */
  readonly store: Store
  readonly work: WorkStore
  readonly outside: Outside
  /** The database's clock. */
  databaseNow(): number
  /** Reports a violation; the first one ends the world. */
  violate(violation: SimulatedViolation): void
  /** Whether this fault happens now. Called once for each place where the fault could happen. */
  strikes(fault: RatedFault, random: Random): boolean
  saw(scenario: Scenario): void
  /** Whether the call of this step kills the process that makes it. */
  isDeadly(request: AttemptRequest): boolean
  /** Whether the call never returns by itself. */
  hangs(call: Pick<AttemptRequest, 'runId' | 'step' | 'undo'>): boolean
  /** Whether the run waits for something that never comes, so that a person has to end the run. */
  isStuck(runId: string): boolean
  isCompensating(runId: string): boolean
  isManual(runId: string): boolean
  isCode(runId: string): boolean
  /** Signals that steps of the run wait for. */
  awaitedSignals(runId: string): readonly string[]
  stepsOf(runId: string): readonly string[]
  /** Adds a line to the trace's hash, and to the trace if one is kept. */
  note(line: string): void
  /** Checks the world after every transaction. */
  check(): void
}

/** Records the names of the faults that struck, in order; faults in `spared` never strike. */
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
