'use client'

import { type PointerEvent, useMemo } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { formatDuration } from '#components/ui/text/format-time.ts'
import { runTimelineTexts } from '../../texts/run-timeline.ts'
import type { View } from './axis/axis.ts'
import { ticks } from './axis/ticks.ts'
import type { Idle } from './spans/spans.ts'

export interface TimelineRulerProps {
  view: View
  /** Null while the page is live. */
  instant: number | null
  onInstant(at: number): void
  onUnfold(fold: Idle): void
}

/** Times above the bars. A press goes to that instant, and the instant can be dragged; a press on a fold opens it. */
export function TimelineRuler({ view, instant, onInstant, onUnfold }: TimelineRulerProps) {
  const { scale, left } = view
  const marks = useMemo(() => ticks(view), [view])
  const follow = (event: PointerEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    onInstant(scale.at(left + x))
  }
  return (
    <div className="relative h-5 overflow-hidden border-t text-label font-normal text-faint">
      {/* The slider above the graph has this function for the keyboard. */}
      <div
        aria-hidden="true"
        data-part="ruler"
        className="absolute inset-0 cursor-col-resize touch-none"
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          follow(event)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event)
        }}
      >
        {marks.map(({ x, label }) => (
          <span
            key={label}
            className="pointer-events-none absolute top-0.5 border-l pl-1 whitespace-nowrap"
            style={{ transform: `translateX(${x}px)` }}
          >
            {label}
          </span>
        ))}
        {instant !== null && (
          <span
            className="pointer-events-none absolute top-0 h-5 w-2.5 -translate-x-1/2 rounded-b-s bg-accent"
            style={{ left: scale.x(instant) - left }}
          />
        )}
      </div>
      {foldsInView(view).map(({ fold, x, width }) => (
        <button
          key={fold.from}
          type="button"
          title={runTimelineTexts.nothingRanForClickTo(formatDuration(fold.to - fold.from))}
          aria-label={runTimelineTexts.showOfIdleTime(formatDuration(fold.to - fold.from))}
          onClick={() => onUnfold(fold)}
          className={classNames(
            'absolute inset-y-0 truncate border-x border-line-strong bg-sunken text-center text-muted hover:bg-hover hover:text-ink',
            'focus-visible:-outline-offset-2',
          )}
          style={{ left: x, width }}
        >
          {width >= 34 ? formatDuration(fold.to - fold.from) : '⋯'}
        </button>
      ))}
    </div>
  )
}

/** The folds in view, in pixels from the left edge of the pane. */
export function foldsInView({ scale, left, width }: View) {
  return scale.axis.folds.flatMap((fold) => {
    const x = scale.x(fold.from) - left
    const end = scale.x(fold.to) - left
    return end <= 0 || x >= width ? [] : [{ fold, x, width: end - x }]
  })
}
