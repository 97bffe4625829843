'use client'

import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { phaseWord, severityWord } from '#core/run/phase-words.ts'
import { phases } from '#core/run/statuses.ts'
import { PhaseChip, SeverityIcon, severityTones } from '../../run/envelope/severity-mark.tsx'
import { listFiltersTexts } from '../../texts/list-filters.ts'
import { FilterPill } from './filter-pill.tsx'
import { isPhase, isSeverity, severityChoices } from './phase-choices.ts'

interface PhaseFilterProps {
  readonly phases: readonly string[]
  readonly severities: readonly string[]
  onChange(phases: readonly string[], severities: readonly string[]): void
}

/** The phases of the runs, and how good those are. */
export function PhaseFilter({ phases: chosen, severities, onChange }: PhaseFilterProps) {
  const words = [...severities.filter(isSeverity).map(severityWord), ...chosen.filter(isPhase).map(phaseWord)]
  const [first = ''] = words
  const label =
    words.length === 0
      ? listFiltersTexts.phase
      : listFiltersTexts.phaseIs(words.length === 1 ? first.toLowerCase() : listFiltersTexts.oneOf(words.length))
  return (
    <FilterPill
      label={label}
      isOn={words.length > 0}
      onClear={() => onChange([], [])}
      clearLabel={listFiltersTexts.anyPhase}
    >
      <div className="grid max-h-80 overflow-y-auto">
        <p className="px-2 pt-1 text-small text-muted">{listFiltersTexts.bySeverity}</p>
        {severityChoices.map((severity) => (
          <Row
            key={severity}
            id={`severity-${severity}`}
            isOn={severities.includes(severity)}
            onToggle={() => onChange(chosen, toggled(severities, severity))}
          >
            <Chip tone={severityTones[severity]}>
              <SeverityIcon severity={severity} />
              {severityWord(severity)}
            </Chip>
          </Row>
        ))}
        <p className="px-2 pt-2 text-small text-muted">{listFiltersTexts.byPhase}</p>
        {phases.map((phase) => (
          <Row
            key={phase}
            id={`phase-${phase}`}
            isOn={chosen.includes(phase)}
            onToggle={() => onChange(toggled(chosen, phase), severities)}
          >
            <PhaseChip phase={phase} />
          </Row>
        ))}
      </div>
    </FilterPill>
  )
}

const toggled = (values: readonly string[], value: string): readonly string[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value]

interface RowProps {
  readonly id: string
  readonly isOn: boolean
  onToggle(): void
  readonly children: React.ReactNode
}

function Row({ id, isOn, onToggle, children }: RowProps) {
  return (
    <div className="flex h-8 items-center gap-2.5 px-2">
      <Checkbox id={id} checked={isOn} onCheckedChange={onToggle} />
      <label htmlFor={id}>{children}</label>
    </div>
  )
}
