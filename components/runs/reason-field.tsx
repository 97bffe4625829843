import { Field } from '#components/ui/field.tsx'
import { Textarea } from '#components/ui/input.tsx'

const longestReason = 1_000

/** Why something is done to a run: its history will say so, with who and when. */
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
    <Field label="Reason" note={many ? 'optional, shown in each history' : 'optional, shown in the history'}>
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
