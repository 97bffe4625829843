import { formatDuration } from '#components/ui/format-time.ts'
import type { Tone } from '#components/ui/tone.ts'
import type { RunEvent } from '#core/run/event.ts'

/** One stretch of time on a row: an attempt, or a wait. Instants in milliseconds. */
export interface TimelineBar {
  readonly from: number
  /** Null while it goes on. */
  readonly to: number | null
  readonly tone: Tone
  /** A wait is drawn lighter than work. */
  readonly isWait: boolean
  readonly label: string
}

export interface TimelineRow {
  readonly step: string
  readonly bars: readonly TimelineBar[]
}

interface OpenBar {
  readonly from: number
  readonly tone: Tone
  readonly isWait: boolean
  readonly label: string
}

/** Rows in the order in which the steps began; bars in the order of time. */
export function timelineRows(events: readonly RunEvent[]): readonly TimelineRow[] {
  const rows = new Map<string, TimelineBar[]>()
  const open = new Map<string, OpenBar>()

  const begin = (step: string, bar: OpenBar) => {
    end(step, bar.from)
    if (!rows.has(step)) rows.set(step, [])
    open.set(step, bar)
  }
  const end = (step: string, at: number, tone?: Tone) => {
    const bar = open.get(step)
    if (!bar) return
    open.delete(step)
    rows.get(step)?.push({ ...bar, to: at, ...(tone && !bar.isWait ? { tone } : {}) })
  }

  for (const event of events) {
    // What items do is within the bar of their step.
    if ('item' in event && event.item !== undefined) continue
    if (event.type === 'workflow.node.progress' && event.payload.will_retry) end(event.step, event.at, 'failed')
    const begun = beginning(event)
    if (begun) begin(begun.step, begun.bar)
    const ended = ending(event)
    if (ended) end(ended.step, event.at, ended.tone)
    if (isEnd(event)) for (const step of [...open.keys()]) end(step, event.at)
  }
  for (const [step, bar] of open) rows.get(step)?.push({ ...bar, to: null })
  return [...rows].map(([step, bars]) => ({ step, bars }))
}

function beginning(event: RunEvent): { step: string; bar: OpenBar } | null {
  const from = event.at
  switch (event.type) {
    case 'workflow.node.started': {
      const label = event.attempt > 1 ? `Attempt ${event.attempt}` : 'Running'
      return { step: event.step, bar: { from, tone: 'active', isWait: false, label } }
    }
    case 'workflow.node.progress':
      if (!event.payload.will_retry) return null
      return { step: event.step, bar: { from, tone: 'async', isWait: true, label: 'Waiting to try again' } }
    case 'workflow.human_task.opened':
      return { step: event.step, bar: { from, tone: 'human', isWait: true, label: 'Waiting for a person' } }
    case 'workflow.timer.set':
      if (event.payload.purpose !== 'wait' || event.step === undefined) return null
      return { step: event.step, bar: { from, tone: 'async', isWait: true, label: 'Waiting for its time' } }
    case 'workflow.signal.awaited': {
      const label = `Waiting for the signal ${event.payload.signal}`
      return { step: event.step, bar: { from, tone: 'human', isWait: true, label } }
    }
    case 'workflow.child.spawned':
      if (event.payload.detached) return null
      return { step: event.step, bar: { from, tone: 'child', isWait: true, label: event.payload.workflow } }
    case 'workflow.compensation.started':
      return { step: event.step, bar: { from, tone: 'undone', isWait: false, label: 'Undoing' } }
    default:
      return null
  }
}

function ending(event: RunEvent): { step: string; tone?: Tone } | null {
  switch (event.type) {
    case 'workflow.node.completed':
      return { step: event.step, tone: 'done' }
    case 'workflow.node.failed':
      return { step: event.step, tone: 'failed' }
    case 'workflow.node.skipped':
    case 'workflow.human_task.decided':
    case 'workflow.human_task.closed':
    case 'workflow.child.ended':
    case 'workflow.compensation.completed':
    case 'workflow.compensation.failed':
      return { step: event.step }
    default:
      return null
  }
}

const isEnd = ({ type }: RunEvent) =>
  type === 'workflow.run.completed' || type === 'workflow.run.failed' || type === 'workflow.run.cancelled'

export interface TimelineScale {
  /** 0 to 100 from the first instant to the last. */
  percent(at: number): number
  readonly from: number
  readonly to: number
}

/** A scale over all bars; an instant run still gets a millisecond of width. */
export function timelineScale(rows: readonly TimelineRow[], now: number): TimelineScale {
  const bars = rows.flatMap((row) => row.bars)
  const from = Math.min(...bars.map((bar) => bar.from), now)
  const to = Math.max(...bars.map((bar) => bar.to ?? now), from + 1)
  return { from, to, percent: (at) => (Math.min(Math.max(at, from), to) - from) / ((to - from) / 100) }
}

/** A place on the ruler: as exact as its neighbours need it to be. */
export function tickLabel(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60 || seconds >= 3_600) return formatDuration(ms)
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
