'use client'

import { useId } from 'react'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { Field, HelpSign } from '#components/ui/controls/field.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { isJsonObject } from '#core/json.ts'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import type { FieldProps } from '../field-props.ts'
import { fieldWords, Words } from '../field-words.tsx'
import { useSiblings } from '../use-siblings.ts'

/** Stands for "not set": the select has no empty value. */
const unset = '\u0000'

export function BooleanField({ spec, value, problems, set }: FieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-2 py-1">
        <Checkbox
          id={id}
          aria-describedby={`${id}-help`}
          checked={typeof value === 'boolean' ? value : spec.default === true}
          onCheckedChange={(checked) => set(checked === (spec.default ?? false) ? undefined : checked === true)}
        />
        <label htmlFor={id}>{spec.label}</label>
        <HelpSign help={spec.help} />
      </div>
      <Words {...fieldWords({ spec, problems })} helpId={`${id}-help`} />
    </div>
  )
}

export function ChoiceField({ spec, value, problems, set }: FieldProps) {
  const choices = spec.choices ?? []
  const words = (choice: string) => spec.choiceWords?.[choice] ?? choice
  const usual =
    spec.default === undefined ? viewsInspectorFieldsTexts.notSet : `${words(String(spec.default))} (default)`
  const mayBeUnset = spec.required !== true || value === undefined
  return (
    <Field label={spec.label} required={spec.required ?? false} {...fieldWords({ spec, problems })}>
      {(control) => (
        <Select
          {...control}
          value={value === undefined ? unset : String(value)}
          onValueChange={(next) => set(next === unset ? undefined : next)}
          options={[
            ...(mayBeUnset ? [{ value: unset, label: <span className="text-muted">{usual}</span> }] : []),
            ...choices
              .filter((choice) => choice !== spec.default || choice === value)
              .map((choice) => ({ value: choice, label: words(choice) })),
          ]}
        />
      )}
    </Field>
  )
}

/** One step of the workflow; where the text wraps it, as `on_failure: { target_step }`, inside that. */
export function StepField({ spec, value, problems, set, placeholder }: FieldProps) {
  const names = useSiblings()
  const wrapped = spec.key === 'on_failure'
  const name = isJsonObject(value) ? value.target_step : value
  const known = typeof name !== 'string' || names.includes(name)
  return (
    <Field label={spec.label} required={spec.required ?? false} {...fieldWords({ spec, problems })}>
      {(control) => (
        <Select
          {...control}
          value={typeof name === 'string' ? name : unset}
          onValueChange={(next) => set(next === unset ? undefined : wrapped ? { target_step: next } : next)}
          options={[
            {
              value: unset,
              label: <span className="text-muted">{placeholder ?? viewsInspectorFieldsTexts.none}</span>,
            },
            ...(known ? [] : [{ value: name, label: name }]),
            ...names.map((step) => ({ value: step, label: step })),
          ]}
        />
      )}
    </Field>
  )
}
