import { Check, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react'
import { classNames } from '#components/ui/class-names.ts'
import { Chip } from '#components/ui/controls/chip.tsx'
import type { Tone } from '#components/ui/layout/tone.ts'
import { phaseWord, severityWord } from '#core/run/phase-words.ts'
import type { Phase } from '#core/run/statuses.ts'
import { type PhaseSeverity, severityOf } from '#core/run/views/phases.ts'

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

/** A phase with its severity, by colour, icon and word; the phase itself is the tooltip. */
export function PhaseChip({ phase }: { phase: Phase }) {
  const severity = severityOf(phase)
  return (
    <Chip tone={severityTones[severity]} title={phase} data-phase={phase} className="text-[12px]/5 font-medium">
      <SeverityIcon severity={severity} />
      {severity === 'good' ? phaseWord(phase) : `${severityWord(severity)}: ${phaseWord(phase)}`}
    </Chip>
  )
}
