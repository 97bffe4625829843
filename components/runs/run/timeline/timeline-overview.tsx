'use client'

import { type PointerEvent, useMemo, useRef } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { toneClasses } from '#components/ui/layout/tone.ts'
import { runTimelineTexts } from '../../texts/run-timeline.ts'
import { fittedScale, type Range, type View } from './axis/axis.ts'
import { beginPull, type Pull, pulled } from './axis/brush.ts'
import { overviewStrip } from './axis/overview-strip.ts'
import type { SpanList } from './spans/spans.ts'

export interface TimelineOverviewProps {
  list: SpanList
  view: View
  now: number
  range: Range | null
  onRange(range: Range | null): void
}

/**
 * The whole run in a strip. A drag over it chooses the range that fills the timeline; the window and its edges can be
 * dragged too.
 */
export function TimelineOverview({ list, view, now, range, onRange }: TimelineOverviewProps) {
  const { axis } = view.scale
  const whole = useMemo(() => fittedScale(axis, view.width), [axis, view.width])
  const pieces = useMemo(() => overviewStrip(list, whole, now), [list, whole, now])
  const pull = useRef<Pull | null>(null)
  const window = range && { left: whole.x(range.from), right: whole.x(range.to) }
  const xOf = (event: PointerEvent<HTMLElement>) => event.clientX - event.currentTarget.getBoundingClientRect().left
  const follow = (x: number) => {
    const next = pull.current && pulled(pull.current, x, view.width)
    if (next) onRange({ from: whole.at(next.left), to: whole.at(next.right) })
  }
  return (
    // Keys zoom and scroll as well: + - 0 and Shift with the arrows.
    <div
      aria-hidden="true"
      data-part="overview"
      title={runTimelineTexts.dragToZoomIntoPart}
      className="relative h-4 cursor-crosshair touch-none overflow-hidden"
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        pull.current = beginPull(xOf(event), window)
      }}
      onPointerMove={(event) => follow(xOf(event))}
      onPointerUp={() => {
        pull.current = null
      }}
      onDoubleClick={() => onRange(null)}
    >
      {pieces.map(({ x, width, tone, isWait }) => (
        <span
          key={x}
          className={classNames(
            'absolute',
            toneClasses[tone],
            isWait ? 'top-1.75 h-0.75 bg-[color-mix(in_srgb,var(--tone)_45%,transparent)]' : 'top-1 h-2 bg-tone',
          )}
          style={{ left: x, width }}
        />
      ))}
      {window && (
        <>
          <span
            className="absolute inset-y-0 left-0 bg-[color-mix(in_srgb,var(--color-surface)_72%,transparent)]"
            style={{ width: window.left }}
          />
          <span
            className="absolute inset-y-0 right-0 bg-[color-mix(in_srgb,var(--color-surface)_72%,transparent)]"
            style={{ left: window.right }}
          />
          <span
            className="absolute inset-y-0 cursor-grab rounded-s border-x-2 border-accent bg-[color-mix(in_srgb,var(--color-accent)_10%,transparent)]"
            style={{ left: window.left, width: Math.max(window.right - window.left, 4) }}
          />
        </>
      )}
    </div>
  )
}
