'use client'

import { type FieldProps, problemsOfWhole } from '../field-props.ts'
import { fieldWords, Words } from '../field-words.tsx'
import { NestedFields } from '../nested-fields.tsx'

/** The keys of a map, each with its own field. */
export function GroupField(field: FieldProps) {
  const whole = problemsOfWhole(field)
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="text-small text-muted">{field.spec.label}</legend>
      <NestedFields field={field} keys={field.spec.keys ?? []} />
      {whole.length > 0 && <Words {...fieldWords({ spec: field.spec, problems: whole })} />}
    </fieldset>
  )
}
