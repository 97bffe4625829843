'use client'

import { Field } from '#components/ui/controls/field.tsx'
import { kindOfKey } from '../../expression/expression-help.ts'
import { ExpressionInput } from '../../expression/expression-input.tsx'
import type { FieldProps } from '../field-props.ts'
import { fieldWords } from '../field-words.tsx'
import { readText, showText, useDraft } from '../use-draft.ts'

/** An expression, or a text with `{{ }}` in it. */
export function ExpressionField({ spec, value, problems, set, placeholder }: FieldProps) {
  const draft = useDraft(value, showText, readText, (next) => set(next), spec.blank)
  return (
    <Field label={spec.label} required={spec.required ?? false} {...fieldWords({ spec, problems }, draft.error)}>
      {(control) => (
        <ExpressionInput
          control={control}
          label={spec.label}
          kind={kindOfKey(spec)}
          value={draft.text}
          placeholder={placeholder ?? spec.placeholder ?? ''}
          onChange={draft.change}
          onBlur={draft.finish}
        />
      )}
    </Field>
  )
}
