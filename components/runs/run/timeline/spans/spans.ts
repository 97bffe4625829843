import type { Tone } from '#components/ui/layout/tone.ts'

/**
 * A run over time, as a tree: steps; below a PARALLEL step its items; below a LOOP its rounds, and below a round its
 * steps. Instants are in milliseconds. Only `SpanTree` writes to these objects.
 */
export interface Span {
  /** The key is unique within the run, and stable when the tree is rebuilt. */
  readonly key: string
  readonly kind: 'step' | 'item' | 'round'
  /** The step that is selected with the span. */
  readonly step: string
  readonly label: string
  /** The title of the last task that the step opened, with its values; null before a task. */
  readonly title: string | null
  /** Visits in the order of their beginnings. */
  readonly visits: readonly Visit[]
  readonly children: SpanList | null
  /** The runs that the visit started and waits for, in that order. */
  readonly childRuns: readonly ChildRun[]
}

export interface ChildRun {
  readonly runId: string
  readonly workflow: string
}

/** One visit of a step with all its attempts and waits, or the undo of a visit. */
export interface Visit {
  readonly span: Span
  readonly iteration: number
  readonly from: number
  readonly fromSeq: number
  /** Null while the visit goes on. */
  readonly to: number | null
  readonly toSeq: number | null
  readonly bars: readonly Bar[]
}

/** One stretch of time: an attempt, or a wait. */
export interface Bar {
  readonly from: number
  /** Null while the stretch goes on. */
  readonly to: number | null
  readonly tone: Tone
  /** `around`: the work is below the bar. */
  readonly kind: 'work' | 'wait' | 'around'
  readonly label: string
  readonly attempt: number
}

/** The spans of one parent. */
export interface SpanList {
  readonly spans: readonly Span[]
  /** Finds a step by name; items and rounds cannot be found. */
  find(step: string): Span | undefined
  /** The ended visits, in the order of their ends. */
  readonly ended: readonly Visit[]
  readonly open: ReadonlySet<Visit>
}

/** A stretch of time in which no step ran. */
export interface Idle {
  readonly from: number
  readonly to: number
}
