'use client'

import { useRef } from 'react'
import type { Json, JsonSchema } from '#core/json.ts'
import { Callout } from '../layout/callout.tsx'
import { uiTexts } from '../texts/ui.ts'
import { withBroken } from './broken-fields.ts'
import { errorsElsewhere, type FieldError } from './field-errors.ts'
import { SchemaControl } from './schema-control.tsx'
import { schemaField } from './schema-field.ts'

export interface SchemaFormProps {
  schema: JsonSchema
  value: Json | undefined
  onChange(value: Json | undefined): void
  /** Reports the paths of fields with an unreadable text: the form's value still has their last valid value. */
  onBroken?(paths: readonly string[]): void
  /** The server's errors; each is shown at its field, other errors above the form. */
  errors?: readonly FieldError[]
  /** The decision of the form, such as a required `approved`, is shown as large choices with a key each. */
  decisions?: boolean
  disabled?: boolean
}

/** A form made from a JSON Schema. It is a controlled component: its owner holds the value. */
export function SchemaForm(props: SchemaFormProps) {
  const { schema, value, onChange, onBroken, errors = [], decisions = false, disabled } = props
  const broken = useRef<readonly string[]>([])
  const field = schemaField(schema)
  const shown = field.kind === 'object' ? field.properties.map((property) => property.name) : ['']
  const elsewhere = errorsElsewhere(errors, shown)
  return (
    <div className="grid gap-4">
      {elsewhere.length > 0 && (
        <Callout tone="failed" alert>
          {elsewhere.map((error) => (
            <p key={`${error.path} ${error.message}`}>{error.message}</p>
          ))}
        </Callout>
      )}
      <SchemaControl
        schema={schema}
        label={uiTexts.value}
        path=""
        required={false}
        value={value}
        onChange={onChange}
        onBroken={(path, isBroken) => {
          broken.current = withBroken(broken.current, path, isBroken)
          onBroken?.(broken.current)
        }}
        errors={errors}
        decisions={decisions}
        disabled={disabled ?? false}
      />
    </div>
  )
}
