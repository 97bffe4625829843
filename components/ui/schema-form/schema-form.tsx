'use client'

import { useRef } from 'react'
import type { Json, JsonSchema } from '#core/json.ts'
import { Callout } from '../callout.tsx'
import { withBroken } from './broken-fields.ts'
import { errorsElsewhere, type FieldError } from './field-errors.ts'
import { SchemaControl } from './schema-control.tsx'
import { schemaField } from './schema-field.ts'

export interface SchemaFormProps {
  schema: JsonSchema
  value: Json | undefined
  onChange(value: Json | undefined): void
  /** Told which places show a text that cannot be read: their last good value is still in the form's. */
  onBroken?(paths: readonly string[]): void
  /** What the server said; each is shown at its field, the rest above the form. */
  errors?: readonly FieldError[]
  /** The decision of the form, such as a required `approved`, is asked as big choices with a key each. */
  decisions?: boolean
  disabled?: boolean
}

/** A form made from a JSON Schema. It holds no value: that is its owner's. */
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
        label="Value"
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
