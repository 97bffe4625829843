'use client'

import { Activity, Timer, X } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { RunHeat, StepHeat } from '#components/api/models.ts'
import { runsPath } from '#components/shell/paths.ts'
import { classNames } from '#components/ui/class-names.ts'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { type Tone, toneClasses } from '#components/ui/layout/tone.ts'
import { formatCompact } from '#components/ui/text/format-number.ts'
import { formatDuration } from '#components/ui/text/format-time.ts'
import { viewsHeatTexts } from '../../texts/views-heat.ts'
import type { Detail } from '../canvas/detail.ts'

export interface StepHeatMarkProps {
  readonly workflow: string
  readonly title: string
  readonly heat: StepHeat
  readonly all: Pick<RunHeat, 'since' | 'live' | 'more'>
  readonly detail: Detail
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The chips keep to the right half: the edge to the next step leaves in the middle, and what undoes a step is left of it. */
const half = 92

/** The numbers of a step at its lower edge, and a ring around it whose tint grows with its share of all live runs. */
export const StepHeatMark = memo(function StepHeatMark(props: StepHeatMarkProps) {
  const { workflow, title, heat, all, detail, x, y, width, height } = props
  const { step, live, failed, medianMs } = heat
  const far = detail !== 'near'
  const count = (value: number) => `${formatCompact(value)}${all.more ? '+' : ''}`
  return (
    <>
      {live > 0 && (
        <div
          aria-hidden="true"
          data-heat={step}
          className="pointer-events-none absolute -z-1 rounded-l shadow-[0_0_0_7px_var(--color-active)]"
          style={{
            left: x,
            top: y,
            width,
            height,
            opacity: 0.1 + 0.25 * (live / Math.max(1, all.live)),
          }}
        />
      )}
      {detail !== 'crowd' && (
        <div
          className="pointer-events-none absolute z-10 flex w-max justify-end gap-1"
          style={{ left: x + width - half - 8, top: y + height - (far ? 14 : 9), minWidth: half }}
        >
          {live > 0 && (
            <Chip
              tone="active"
              far={far}
              icon={<Activity />}
              words={viewsHeatTexts.liveAt(count(live), title)}
              href={runsPath({ workflow, atStep: step, children: true })}
            >
              {count(live)}
            </Chip>
          )}
          {failed > 0 && (
            <Chip
              tone="failed"
              far={far}
              icon={<X />}
              words={viewsHeatTexts.failedAt(count(failed), title)}
              href={runsPath({ workflow, failedStep: step, endedFrom: all.since, children: true })}
            >
              {count(failed)}
            </Chip>
          )}
          {medianMs !== null && !far && (
            <Chip
              tone="idle"
              far={far}
              icon={<Timer />}
              words={viewsHeatTexts.medianOf(formatDuration(medianMs), title)}
            >
              {formatDuration(medianMs)}
            </Chip>
          )}
        </div>
      )}
    </>
  )
})

interface ChipProps {
  readonly tone: Tone
  readonly far: boolean
  readonly icon: ReactNode
  /** What the number is, for the tooltip and for screen readers. */
  readonly words: string
  readonly href?: string
  readonly children: string
}

function Chip({ tone, far, icon, words, href, children }: ChipProps) {
  const look = classNames(
    'pointer-events-auto rounded-full border border-tone bg-tone-soft whitespace-nowrap text-tone tabular-nums',
    far
      ? 'px-2 text-[24px]/7 font-semibold [&_svg]:size-5'
      : 'canvas-heat px-1.5 font-medium [&_svg]:size-3 [&_svg]:stroke-[2.25]',
    toneClasses[tone],
  )
  const shown = (
    <>
      <span aria-hidden="true" className="flex items-center gap-0.5">
        {icon}
        {children}
      </span>
      <span className="sr-only">{words}</span>
    </>
  )
  if (href === undefined)
    return (
      <span title={words} className={look}>
        {shown}
      </span>
    )
  return (
    <PageLink
      href={href}
      title={words}
      className={classNames(look, 'nodrag nopan relative after:absolute after:-inset-1 hover:underline')}
    >
      {shown}
    </PageLink>
  )
}
