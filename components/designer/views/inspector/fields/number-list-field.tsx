'use client'

import { useState } from 'react'
import { Field } from '#components/ui/controls/field.tsx'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import type { FieldProps } from '../field-props.ts'
import { fieldWords } from '../field-words.tsx'
import { numberWords, readNumbers } from '../values/number-list.ts'
import { ChipsInput } from './chips-input.tsx'
import { JsonField } from './json-field.tsx'

const examples = { durations: viewsInspectorFieldsTexts.oneHour, integers: '200' } as const

/** Several numbers as chips, durations in words; what is no list of numbers is shown as it is. */
export function NumberListField(props: FieldProps) {
  const { spec, value, problems, set } = props
  const [refusal, setRefusal] = useState<string | null>(null)
  const words = numberWords(spec, value)
  if (words === null) return <JsonField {...props} />
  return (
    <Field label={spec.label} {...fieldWords({ spec, problems }, refusal)}>
      {(control) => (
        <ChipsInput
          control={control}
          values={words}
          placeholder={`e.g. ${examples[spec.numbers ?? 'integers']}`}
          onChange={(next) => {
            const read = readNumbers(spec, value, next)
            setRefusal('error' in read ? read.error : set(read.value))
          }}
        />
      )}
    </Field>
  )
}
