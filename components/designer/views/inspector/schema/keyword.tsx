'use client'

import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import type { Json } from '#core/json.ts'
import { viewsInspectorSchemaTexts } from '../../../texts/views-inspector-schema.ts'
import { type FieldProps, fieldWithin } from '../field-props.ts'
import { type Meaning, readText, showText, useDraft } from '../use-draft.ts'

export interface KeywordProps {
  /** The schema that has the keyword. */
  readonly field: FieldProps
  readonly keyword: string
  readonly label: string
  /** The name of the field that the schema is for. */
  readonly of: string
  readonly wide?: boolean
  readonly placeholder?: string
  readonly show?: (value: Json | undefined) => string
  readonly read?: (text: string) => Meaning
}

/** One keyword of a schema as a short text field. */
export function Keyword(props: KeywordProps) {
  const { field, keyword, label, of, wide, placeholder = '', show = showText, read = readText } = props
  const own = fieldWithin(field, keyword)
  const draft = useDraft(own.value, show, read, (next) => own.set(next))
  const error = draft.error ?? own.problems[0]?.message
  return (
    <Field
      label={
        <>
          {label} <span className="sr-only">{viewsInspectorSchemaTexts.ofField(of)}</span>
        </>
      }
      {...(error === undefined ? {} : { error })}
      className={wide ? 'col-span-2' : ''}
    >
      {(control) => (
        <Input
          {...control}
          className="h-7"
          value={draft.text}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => draft.change(event.target.value)}
          onBlur={draft.finish}
        />
      )}
    </Field>
  )
}
