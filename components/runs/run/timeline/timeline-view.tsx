'use client'

import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { formatDuration } from '#components/ui/text/format-time.ts'
import type { RunEvent } from '#core/run/event.ts'
import { runTimelineTexts } from '../../texts/run-timeline.ts'
import type { RunGraph } from '../graph/use-run-graph.ts'
import { seqAt } from '../instant/seq-at.ts'
import type { DescendantSelection } from '../use-selection.ts'
import { panned, viewOf, zoomed } from './axis/axis.ts'
import { namesWidth } from './axis/names-width.ts'
import { useRange } from './axis/use-range.ts'
import { expandableKeys, type Row } from './spans/rows.ts'
import type { Idle, Visit } from './spans/spans.ts'
import { TimelineOverview } from './timeline-overview.tsx'
import { TimelineRows } from './timeline-rows.tsx'
import { TimelineRuler } from './timeline-ruler.tsx'
import { TimelineTools } from './timeline-tools.tsx'
import { useSize } from './use-size.ts'
import { useTimeline } from './use-timeline.ts'
import { type TimelineVerbs, useTimelineActions } from './use-timeline-actions.ts'

export interface TimelineViewProps {
  /** Every event of the run, including events after the instant. */
  events: readonly RunEvent[]
  /** Null for a definition that cannot be read. */
  runGraph: RunGraph | null
  hasEnded: boolean
  /** The shown instant; null for now. */
  instant: number | null
  /** Shows the run after an event; null shows the run now. */
  onGo(seq: number | null): void
  selected: string | null
  onSelect(step: string | null): void
  /** The selection in a run below. */
  descendant: DescendantSelection | null
  onSelectDescendant(descendant: DescendantSelection): void
}

const noVisits: ReadonlySet<Visit> = new Set()
const noKeys: ReadonlySet<string> = new Set()
const noFolds: ReadonlySet<number> = new Set()
const guess = { width: 800, height: 400 }

/** The run over time: a row for each step and, below an expanded step, for each attempt, item, round and child. */
export function TimelineView(props: TimelineViewProps) {
  const { events, runGraph, hasEnded, instant, onGo, selected, onSelect, descendant, onSelectDescendant } = props
  const [expanded, setExpanded] = useState(noKeys)
  const [unfolded, setUnfolded] = useState<ReadonlySet<number> | null>(noFolds)
  const [showsCritical, setShowsCritical] = useState(true)
  const steps = useMemo(() => runGraph?.graph.nodes.map(({ id }) => id) ?? [], [runGraph])
  const look = { expanded, unfolded }
  const { list, rows, axis, critical, now } = useTimeline(events, steps, runGraph?.executable ?? null, hasEnded, look)
  const whole = useRef<HTMLElement>(null)
  const { width: wholeWidth } = useSize(whole, guess)
  const names = useMemo(() => namesWidth(rows, wholeWidth), [rows, wholeWidth])
  const track = useRef<HTMLDivElement>(null)
  const { width } = useSize(track, guess)
  const [range, setRange] = useRange(axis.from)
  const view = useMemo(() => viewOf(axis, Math.max(width, 1), range), [axis, width, range])

  // The callbacks keep their identity during zooming and scrolling.
  const latest = useRef({ view, list })
  useEffect(() => {
    latest.current = { view, list }
  })
  const toggle = useCallback(({ key }: Row) => setExpanded((before) => toggled(before, key)), [])
  const unfold = useCallback(({ from }: Idle) => setUnfolded((before) => before && new Set([...before, from])), [])
  const zoomAt = useCallback(
    (factor: number, x: number) => setRange(zoomed(latest.current.view, factor, x)),
    [setRange],
  )
  const panBy = useCallback((pixels: number) => setRange(panned(latest.current.view, pixels)), [setRange])
  const zoomTo = useCallback(
    ({ visits, only }: Row) => {
      const [first, last] = [only ?? visits[0], only ?? visits.at(-1)]
      if (first === undefined || last === undefined) return
      const { from, to } = { from: first.from, to: last.to ?? latest.current.view.scale.axis.to }
      const margin = Math.max((to - from) * 0.1, 1)
      setRange({ from: from - margin, to: to + margin })
    },
    [setRange],
  )
  const verbs = useMemo(
    (): TimelineVerbs => ({
      zoom: (factor) => zoomAt(factor, latest.current.view.width / 2),
      fit: () => setRange(null),
      pan: (part) => panBy(part * latest.current.view.width),
      expandAll: () => setExpanded(new Set(expandableKeys(latest.current.list))),
      collapseAll: () => setExpanded(noKeys),
      toggleFolds: () => setUnfolded((before) => (before?.size === 0 ? null : noFolds)),
      toggleCritical: () => setShowsCritical((shows) => !shows),
    }),
    [zoomAt, panBy, setRange],
  )
  const hasFolds = unfolded?.size === 0
  const actions = useTimelineActions(verbs, { isZoomed: range !== null, hasFolds, showsCritical })
  const goToInstant = useCallback((at: number) => onGo(seqAt(events, at)), [events, onGo])
  if (rows.length === 0) return <p className="px-4 py-6 text-muted">{runTimelineTexts.noStepsHaveStartedYet}</p>
  return (
    <section
      ref={whole}
      aria-label={runTimelineTexts.timeline}
      data-action-scope="timeline"
      className="flex h-full min-w-0 flex-col overflow-hidden"
      style={{ '--names': `${names}px` } as CSSProperties}
    >
      <div className="flex shrink-0 border-b">
        <TimelineTools actions={actions} said={`${formatDuration(axis.to - axis.from)}`} />
        <div ref={track} className="mr-3 min-w-0 flex-1">
          <TimelineOverview list={list} view={view} now={now} range={range} onRange={setRange} />
          <TimelineRuler view={view} instant={instant} onInstant={goToInstant} onUnfold={unfold} />
        </div>
      </div>
      <TimelineRows
        rows={rows}
        view={view}
        now={now}
        critical={showsCritical ? critical : noVisits}
        instant={instant}
        selected={selected}
        onSelect={onSelect}
        descendant={descendant}
        onSelectDescendant={onSelectDescendant}
        onToggle={toggle}
        onZoomTo={zoomTo}
        onZoomAt={zoomAt}
        onPan={panBy}
      />
    </section>
  )
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}
