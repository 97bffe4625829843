'use client'

import { useMemo } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { formatClock, formatDuration } from '#components/ui/format-time.ts'
import { toneClasses } from '#components/ui/tone.ts'
import { useNow } from '#components/ui/use-now.ts'
import type { RunEvent } from '#core/run/event.ts'
import { type TimelineBar, type TimelineScale, tickLabel, timelineRows, timelineScale } from './timeline.ts'

export interface TimelineViewProps {
  events: readonly RunEvent[]
  selected: string | null
  onSelect(step: string): void
  /** When the run ended, in milliseconds; null while it lives. */
  endedAt: number | null
}

/** The steps of the run over time. */
export function TimelineView({ events, selected, onSelect, endedAt }: TimelineViewProps) {
  const ticking = useNow()
  const rows = useMemo(() => timelineRows(events), [events])
  const now = endedAt ?? ticking
  const scale = timelineScale(rows, now)
  if (rows.length === 0) return <p className="px-4 py-6 text-muted">No step has begun yet.</p>
  return (
    <div className="min-w-120 pb-3">
      <Ruler scale={scale} />
      <ol>
        {rows.map(({ step, bars }) => (
          <li
            key={step}
            className={classNames(
              'grid h-6 grid-cols-[13rem_1fr] items-center hover:bg-hover',
              step === selected && 'bg-accent-soft',
            )}
          >
            <button
              type="button"
              aria-pressed={step === selected}
              onClick={() => onSelect(step)}
              className="h-6 truncate pr-2 pl-4 text-left text-[12.5px] focus-visible:-outline-offset-2"
            >
              {step}
            </button>
            <span className="relative mr-4 h-6">
              {bars.map((bar) => (
                <Bar key={`${bar.from} ${bar.label}`} bar={bar} scale={scale} now={now} />
              ))}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Bar({ bar, scale, now }: { bar: TimelineBar; scale: TimelineScale; now: number }) {
  const left = scale.percent(bar.from)
  const width = scale.percent(bar.to ?? now) - left
  const said = `${bar.label}: ${formatDuration((bar.to ?? now) - bar.from)}${bar.to === null ? ' so far' : ''}`
  return (
    <span
      title={`${said}, from ${formatClock(bar.from)}`}
      className={classNames(
        'absolute top-1.75 h-2.5 min-w-1 rounded-[3px]',
        toneClasses[bar.tone],
        bar.isWait ? 'border border-[color-mix(in_srgb,var(--tone)_40%,transparent)] bg-tone-soft' : 'bg-tone',
      )}
      style={{ left: `min(${left}%, calc(100% - 4px))`, width: `${width}%` }}
    >
      <span className="sr-only">{said}</span>
    </span>
  )
}

const ticks = [0, 0.25, 0.5, 0.75] as const

function Ruler({ scale }: { scale: TimelineScale }) {
  const span = scale.to - scale.from
  return (
    <div className="grid h-6 grid-cols-[13rem_1fr] items-end text-label font-normal text-faint" aria-hidden="true">
      <span className="pl-4 font-mono">{formatClock(scale.from)}</span>
      <span className="relative mr-4 h-4">
        {ticks.map((tick) => (
          <span key={tick} className="absolute border-l pl-1" style={{ left: `${tick * 100}%` }}>
            {tick === 0 ? '0' : `+${tickLabel(span * tick)}`}
          </span>
        ))}
      </span>
    </div>
  )
}
