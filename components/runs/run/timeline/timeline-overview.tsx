'use client'

import { type PointerEvent, useMemo, useRef } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { toneClasses } from '#components/ui/tone.ts'
import { fittedScale, type Range, type View } from './axis.ts'
import { overviewStrip } from './overview-strip.ts'
import type { SpanList } from './spans.ts'

export interface TimelineOverviewProps {
  list: SpanList
  view: View
  now: number
  range: Range | null
  onRange(range: Range | null): void
}

/** Pulls shorter than this are presses. */
const leastPull = 4
/** So near to an edge of the window, it is the edge that is pulled. */
const edge = 6

interface Pull {
  readonly what: 'from' | 'to' | 'window' | 'new'
  readonly x: number
  readonly left: number
  readonly right: number
}

/** The whole run in a strip: pulling over it chooses what fills the timeline; the window and its edges can be pulled too. */
export function TimelineOverview({ list, view, now, range, onRange }: TimelineOverviewProps) {
  const { axis } = view.scale
  const whole = useMemo(() => fittedScale(axis, view.width), [axis, view.width])
  const pieces = useMemo(() => overviewStrip(list, whole, now), [list, whole, now])
  const pull = useRef<Pull | null>(null)
  const left = range ? whole.x(range.from) : 0
  const right = range ? whole.x(range.to) : view.width
  const xOf = (event: PointerEvent<HTMLElement>) => event.clientX - event.currentTarget.getBoundingClientRect().left
  const choose = (from: number, to: number) => onRange({ from: whole.at(from), to: whole.at(to) })

  const begin = (x: number): Pull => {
    const what =
      range === null
        ? 'new'
        : Math.abs(x - left) < edge
          ? 'from'
          : Math.abs(x - right) < edge
            ? 'to'
            : x > left && x < right
              ? 'window'
              : 'new'
    return { what, x, left, right }
  }
  const move = ({ what, x: from, left, right }: Pull, x: number) => {
    if (Math.abs(x - from) < leastPull) return
    if (what === 'new') choose(Math.min(from, x), Math.max(from, x))
    if (what === 'from') choose(Math.min(x, right - leastPull), right)
    if (what === 'to') choose(left, Math.max(x, left + leastPull))
    if (what === 'window') {
      const by = Math.max(-left, Math.min(x - from, view.width - right))
      choose(left + by, right + by)
    }
  }
  return (
    // Keys zoom and scroll as well: + - 0 and Shift with the arrows.
    <div
      aria-hidden="true"
      data-part="overview"
      title="Pull to choose a part of the run; double-click for all of it"
      className="relative h-4 cursor-crosshair touch-none overflow-hidden"
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        pull.current = begin(xOf(event))
      }}
      onPointerMove={(event) => pull.current && move(pull.current, xOf(event))}
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
      {range !== null && (
        <>
          <span
            className="absolute inset-y-0 left-0 bg-[color-mix(in_srgb,var(--color-surface)_72%,transparent)]"
            style={{ width: left }}
          />
          <span
            className="absolute inset-y-0 right-0 bg-[color-mix(in_srgb,var(--color-surface)_72%,transparent)]"
            style={{ left: right }}
          />
          <span
            className="absolute inset-y-0 cursor-grab rounded-s border-x-2 border-accent bg-[color-mix(in_srgb,var(--color-accent)_10%,transparent)]"
            style={{ left, width: Math.max(right - left, 4) }}
          />
        </>
      )}
    </div>
  )
}
