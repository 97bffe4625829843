'use client'

import { type PointerEvent, useMemo } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { type Tone, toneClasses } from '#components/ui/layout/tone.ts'
import { runTexts } from '../../texts/run.ts'
import type { InstantWords } from './instant-words.ts'
import { type Mark, type MarkKind, thinned } from './marks.ts'
import { keyLeadsTo, within } from './moves.ts'

/** Number of marks that a wide track can show apart. */
const slots = 300

/** Kinds of marks differ by height as well as by colour. */
const looks: Record<MarkKind, { tone: Tone; height: string }> = {
  failure: { tone: 'failed', height: 'h-3.5' },
  undo: { tone: 'undone', height: 'h-2.5' },
  wait: { tone: 'human', height: 'h-1.5' },
}

/** Half the width of the thumb in pixels, as in the classes below. */
const halfThumb = 8

export interface ScrubberTrackProps {
  count: number
  seq: number
  marks: readonly Mark[]
  words: InstantWords
  isLive: boolean
  onGo(seq: number | null): void
}

/** The events of a run side by side; the thumb is at the shown event. */
export function ScrubberTrack({ count, seq, marks, words, isLive, onGo }: ScrubberTrackProps) {
  const shown = useMemo(() => thinned(marks, count, slots), [marks, count])
  const percent = (of: number) => (count <= 1 ? 100 : ((of - 1) / (count - 1)) * 100)

  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = Math.min(Math.max((event.clientX - left - halfThumb) / (width - 2 * halfThumb), 0), 1)
    onGo(within(Math.round(share * (count - 1)) + 1, count))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={runTexts.pointInTime}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={seq}
      aria-valuetext={`${isLive ? 'Now. ' : ''}${words.which}, ${words.when}: ${words.what}`}
      className="group relative h-8 min-w-24 flex-1 basis-32 max-md:basis-24 touch-none rounded-s select-none"
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
        const next = keyLeadsTo(event.key, seq, count)
        if (next === undefined) return
        event.preventDefault()
        onGo(next)
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const mark = (event.target as HTMLElement).dataset.seq
        if (mark === undefined) follow(event)
        else onGo(within(Number(mark), count))
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event)
      }}
    >
      {/* Half a thumb is left free at each end. */}
      <div className="absolute inset-x-2 inset-y-0">
        <div className="absolute inset-x-0 top-4.5 h-1 rounded-full bg-thread">
          <div className="h-full rounded-full bg-accent" style={{ width: `${percent(seq)}%` }} />
        </div>
        {shown.map((mark) => (
          <span
            key={mark.seq}
            data-seq={mark.seq}
            className={classNames(
              'absolute bottom-3.5 w-0.75 -translate-x-1/2 rounded-t-full bg-tone',
              looks[mark.kind].height,
              toneClasses[looks[mark.kind].tone],
            )}
            style={{ left: `${percent(mark.seq)}%` }}
          />
        ))}
        <span
          className={classNames(
            'pointer-events-none absolute top-3 size-4 -translate-x-1/2 rounded-full border-2 border-surface shadow-low',
            isLive ? 'bg-done' : 'bg-accent',
          )}
          style={{ left: `${percent(seq)}%` }}
        />
      </div>
    </div>
  )
}
