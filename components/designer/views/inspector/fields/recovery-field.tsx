'use client'

import { recoveryKeys } from '#core/definition/catalogue/nested-keys.ts'
import { type Json, objectOf } from '#core/json.ts'
import { type FieldProps, problemsOfWhole } from '../field-props.ts'
import { fieldWords, Words } from '../field-words.tsx'
import { NestedFields } from '../nested-fields.tsx'

/** When a worker counts as lost, and how often its step restarts. The map goes with its last part. */
export function RecoveryField(field: FieldProps) {
  const whole = problemsOfWhole(field)
  const set: FieldProps['set'] = (value, [key, ...rest] = []) => {
    const isLast = value === undefined && Object.keys(objectOf(field.value)).every((other) => other === key)
    if (isLast) return field.value === undefined ? null : field.set(undefined)
    if (key === undefined) return field.set(value)
    return field.value === undefined ? field.set({ [key]: value as Json }) : field.set(value, [key, ...rest])
  }
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="font-medium">{field.spec.label}</legend>
      <NestedFields field={{ ...field, set }} keys={recoveryKeys} />
      {whole.length > 0 && <Words {...fieldWords({ spec: field.spec, problems: whole })} />}
    </fieldset>
  )
}
