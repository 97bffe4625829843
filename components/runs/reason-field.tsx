import { Field } from '#components/ui/controls/field.tsx'
import { Textarea } from '#components/ui/controls/input.tsx'
import { runsTexts } from './texts/runs.ts'

const longestReason = 1_000

/** The reason for an action on a run, which the history shows with the actor and time. */
export function ReasonField({
  value,
  onChange,
  many = false,
}: {
  value: string
  onChange(value: string): void
  many?: boolean
}) {
  return (
    <Field label={runsTexts.reason} note={many ? runsTexts.optionalShownInEachRuns : runsTexts.optionalShownInHistory}>
      {(control) => (
        <Textarea
          {...control}
          rows={2}
          maxLength={longestReason}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
