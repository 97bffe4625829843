import type { Tone } from '#components/ui/tone.ts'

/**
 * A run over time, as a tree: steps; below a PARALLEL step its items; below a LOOP its rounds, and below a round its
 * steps. Instants in milliseconds. `SpanTree` alone changes these; everybody else only reads them.
 */
export interface Span {
  /** Unique within the run, and the same when the tree is made anew. */
  readonly key: string
  readonly kind: 'step' | 'item' | 'round'
  /** The step that is selected with it. */
  readonly step: string
  readonly label: string
  /** In the order in which they began. */
  readonly visits: readonly Visit[]
  readonly children: SpanList | null
  /** The runs that it started and waits for, in that order. */
  readonly childRuns: readonly ChildRun[]
}

export interface ChildRun {
  readonly runId: string
  readonly workflow: string
}

/** One visit of a step, with all its attempts and waits; or the undoing of one. */
export interface Visit {
  readonly span: Span
  readonly iteration: number
  readonly from: number
  readonly fromSeq: number
  /** Null while it goes on. */
  readonly to: number | null
  readonly toSeq: number | null
  readonly bars: readonly Bar[]
}

/** One stretch of time: an attempt, or a wait. */
export interface Bar {
  readonly from: number
  /** Null while it goes on. */
  readonly to: number | null
  readonly tone: Tone
  /** `around`: what happens is below it. */
  readonly kind: 'work' | 'wait' | 'around'
  readonly label: string
  readonly attempt: number
}

/** What begins and ends under one roof. */
export interface SpanList {
  readonly spans: readonly Span[]
  /** By name, the steps; items and rounds are not found by it. */
  find(step: string): Span | undefined
  /** The visits that have ended, in the order in which they did. */
  readonly ended: readonly Visit[]
  readonly open: ReadonlySet<Visit>
}

/** A stretch in which nothing ran. */
export interface Idle {
  readonly from: number
  readonly to: number
}
