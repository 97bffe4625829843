'use client'

import { useMemo } from 'react'
import type { View } from './axis/axis.ts'
import { ticks } from './axis/ticks.ts'
import { foldsInView } from './timeline-ruler.tsx'

const frame = 'pointer-events-none absolute inset-y-0 right-3 left-(--names) overflow-hidden'

/** The lines of the ruler, behind the rows. */
export function TimelineGrid({ view }: { view: View }) {
  const marks = useMemo(() => ticks(view), [view])
  return (
    <div aria-hidden="true" className={frame}>
      {marks.map(({ x, label }) => (
        <span key={label} className="absolute inset-y-0 border-l" style={{ transform: `translateX(${x}px)` }} />
      ))}
    </div>
  )
}

/** The folds, and the instant with a veil over later times, above the rows. */
export function TimelineVeil({ view, instant }: { view: View; instant: number | null }) {
  const x = instant === null ? null : view.scale.x(instant) - view.left
  return (
    <div aria-hidden="true" className={frame}>
      {foldsInView(view).map((fold) => (
        <span
          key={fold.fold.from}
          className="absolute inset-y-0 border-x border-dashed border-line-strong bg-[repeating-linear-gradient(135deg,var(--color-line)_0_1px,transparent_1px_6px)]"
          style={{ left: fold.x, width: fold.width }}
        />
      ))}
      {x !== null && (
        <>
          <span
            className="absolute inset-y-0 right-0 bg-[color-mix(in_srgb,var(--color-surface)_68%,transparent)]"
            style={{ left: Math.max(0, x) }}
          />
          <span className="absolute inset-y-0 w-px bg-accent" style={{ transform: `translateX(${x}px)` }} />
        </>
      )}
    </div>
  )
}
