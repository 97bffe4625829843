import { Check, CircleDot, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react'
import { classNames } from '#components/ui/class-names.ts'
import { Chip } from '#components/ui/controls/chip.tsx'
import type { Tone } from '#components/ui/layout/tone.ts'
import { phaseWord, severityWord } from '#core/run/phase-words.ts'
import type { Phase } from '#core/run/statuses.ts'
import { isOutcomePhase, type PhaseSeverity, severityOf } from '#core/run/views/phases.ts'

export const severityTones = {
  good: 'done',
  warning: 'undone',
  bad: 'failed',
} as const satisfies Record<PhaseSeverity, Tone>

const icons: Record<PhaseSeverity, LucideIcon> = { good: Check, warning: TriangleAlert, bad: OctagonAlert }

/** The icon of a severity, in the colour of its tone. */
export function SeverityIcon({ severity, className }: { severity: PhaseSeverity; className?: string }) {
  const Icon = icons[severity]
  return <Icon aria-hidden="true" className={classNames('size-3 shrink-0 text-tone', className)} />
}

/** Whether the run is on its way, and nothing is wrong: no success yet. */
export const isUnderWay = (phase: Phase): boolean => severityOf(phase) === 'good' && !isOutcomePhase(phase)

/** A phase with its severity, by colour, icon and word; the phase itself is the tooltip. */
export function PhaseChip({ phase }: { phase: Phase }) {
  const severity = severityOf(phase)
  const isMoving = isUnderWay(phase)
  return (
    <Chip
      tone={isMoving ? 'active' : severityTones[severity]}
      title={phase}
      data-phase={phase}
      className="text-[12px]/5 font-medium"
    >
      {isMoving ? (
        <CircleDot aria-hidden="true" className="size-3 shrink-0" />
      ) : (
        <>
          <SeverityIcon severity={severity} />
          <span className="sr-only">{severityWord(severity)}: </span>
        </>
      )}
      {phaseWord(phase)}
    </Chip>
  )
}
