'use client'

import { httpKeys } from '#core/definition/catalogue/nested-keys.ts'
import { type FieldProps, problemsOfWhole } from '../field-props.ts'
import { fieldWords, Words } from '../field-words.tsx'
import { NestedFields } from '../nested-fields.tsx'

/** The parts of a request, each with its own field. */
export function HttpField(field: FieldProps) {
  const whole = problemsOfWhole(field)
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="sr-only">{field.spec.label}</legend>
      <NestedFields field={field} keys={httpKeys} />
      {whole.length > 0 && <Words {...fieldWords({ spec: field.spec, problems: whole })} />}
    </fieldset>
  )
}
