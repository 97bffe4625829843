'use client'

import { useId, useMemo } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { toneClasses } from '#components/ui/layout/tone.ts'
import { formatDuration, formatGrowing } from '#components/ui/text/format-time.ts'
import { phaseWord, severityWord } from '#core/run/phase-words.ts'
import { type Phase, phases } from '#core/run/statuses.ts'
import { severityOf } from '#core/run/views/phases.ts'
import { envelopeTexts } from '../../texts/envelope.ts'
import { box, diagramSize, drawnArrows, isInDiagram, pathOf, placeOf } from './phase-layout.ts'
import type { PhaseTrack } from './phase-track.ts'
import { isUnderWay, SeverityIcon, severityTones } from './severity-mark.tsx'

interface PhaseDiagramProps {
  readonly track: PhaseTrack
  /** The instant that is shown. */
  readonly now: number
}

/**
 * The phases of a run as a diagram: the arrows that were passed are lit, and each visited phase has its severity and the
 * time spent in it.
 */
export function PhaseDiagram({ track, now }: PhaseDiagramProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the diagram where it is wider than its pane
    <section aria-label={envelopeTexts.phases} tabIndex={0} className="max-w-full overflow-x-auto rounded-m">
      <div className="relative" style={diagramSize}>
        <Arrows track={track} />
        <ol>
          {phases.map((phase) => (
            <PhaseBox key={phase} phase={phase} track={track} now={now} />
          ))}
        </ol>
      </div>
    </section>
  )
}

function PhaseBox({ phase, track, now }: PhaseDiagramProps & { readonly phase: Phase }) {
  const stay = track.stays[phase]
  const isCurrent = track.current === phase
  const severity = severityOf(phase)
  const { x, y } = placeOf(phase)
  const time = timeIn(phase, track, now)
  const said = `${severityWord(severity)}${time}`
  return (
    <li
      data-phase={phase}
      data-visits={stay?.visits ?? 0}
      aria-current={isCurrent ? 'step' : undefined}
      title={stay === undefined ? phase : `${phase}: ${said}`}
      className={classNames(
        'absolute grid content-center rounded-m border px-1.75 text-small',
        stay === undefined && 'border-dashed border-line-strong bg-surface text-faint',
        stay !== undefined && toneClasses[isCurrent && isUnderWay(phase) ? 'active' : severityTones[severity]],
        stay !== undefined && !isCurrent && 'border-[color-mix(in_srgb,var(--tone)_45%,var(--color-line))] bg-surface',
        isCurrent && 'border-tone bg-tone-soft ring-2 ring-tone',
      )}
      style={{ left: x, top: y, ...box }}
    >
      <span className="flex min-w-0 items-center gap-1">
        <span className={classNames('min-w-0 flex-1 truncate', stay !== undefined && 'font-medium text-ink')}>
          {phaseWord(phase)}
        </span>
        {stay !== undefined && !(isCurrent && isUnderWay(phase)) && <SeverityIcon severity={severity} />}
      </span>
      {stay === undefined ? (
        <span className="sr-only">{envelopeTexts.notReached}</span>
      ) : (
        <span className="truncate text-tone tabular-nums">{said}</span>
      )}
    </li>
  )
}

/** The time spent in a phase; a closed run stays in its last phase for good, and a passed one took no time. */
function timeIn(phase: Phase, { stays }: PhaseTrack, now: number): string {
  const { spentMs = 0, since, visits = 0 } = stays[phase] ?? {}
  const again = visits > 1 ? `, ${visits}×` : ''
  if (since === undefined) return spentMs === 0 ? again : ` · ${formatDuration(spentMs)}${again}`
  return phase.endsWith('_ACK') ? again : ` · ${formatGrowing(spentMs + Math.max(now - since, 0))}${again}`
}

function Arrows({ track }: Pick<PhaseDiagramProps, 'track'>) {
  const id = useId()
  const arrows = useMemo(() => {
    const lit = track.passed.filter(({ from, to }) => !isInDiagram(from, to))
    const isLit = ({ from, to }: { from: Phase; to: Phase }) =>
      track.passed.some((passed) => passed.from === from && passed.to === to)
    const all = [
      ...drawnArrows.map((arrow) => ({ ...arrow, lit: isLit(arrow) })),
      ...lit.map((a) => ({ ...a, lit: true })),
    ]
    // The lit arrows are drawn above the others.
    return all.toSorted((a, b) => Number(a.lit) - Number(b.lit))
  }, [track])
  return (
    <svg
      aria-hidden="true"
      width={diagramSize.width}
      height={diagramSize.height}
      className="absolute inset-0 fill-none"
    >
      <defs>
        <Head id={`${id}lit`} className="fill-accent" />
        <Head id={`${id}dim`} className="fill-line-strong" />
      </defs>
      {arrows.map(({ from, to, lit }) => (
        <path
          key={`${from} ${to}`}
          data-arrow={`${from}>${to}`}
          data-lit={lit}
          d={pathOf(from, to)}
          markerEnd={`url(#${id}${lit ? 'lit' : 'dim'})`}
          strokeDasharray={isInDiagram(from, to) ? undefined : '4 3'}
          className={lit ? 'stroke-accent stroke-2' : 'stroke-line-strong'}
        />
      ))}
    </svg>
  )
}

function Head({ id, className }: { id: string; className: string }) {
  return (
    <marker
      id={id}
      viewBox="0 0 8 8"
      refX="7.5"
      refY="4"
      markerWidth="8"
      markerHeight="8"
      markerUnits="userSpaceOnUse"
      orient="auto"
    >
      <path d="M0 0.5 8 4 0 7.5z" className={className} />
    </marker>
  )
}
