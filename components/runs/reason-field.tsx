import { Field } from '#components/ui/controls/field.tsx'
import { Textarea } from '#components/ui/controls/input.tsx'

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
    <Field label="Reason" note={many ? 'optional, shown in each run’s history' : 'optional, shown in the history'}>
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
