'use client'

import type { Json, JsonSchema } from '#core/json.ts'
import { Callout } from '../callout.tsx'
import { errorsElsewhere, type FieldError } from './field-errors.ts'
import { SchemaControl } from './schema-control.tsx'
import { schemaField } from './schema-field.ts'

export interface SchemaFormProps {
  schema: JsonSchema
  value: Json | undefined
  onChange(value: Json | undefined): void
  /** What the server said; each is shown at its field, the rest above the form. */
  errors?: readonly FieldError[]
  /** The decision of the form, such as a required `approved`, is asked as big choices with a key each. */
  decisions?: boolean
  disabled?: boolean
}

/** A form made from a JSON Schema. It holds no state: the value is its owner's. */
export function SchemaForm({ schema, value, onChange, errors = [], decisions = false, disabled }: SchemaFormProps) {
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
        errors={errors}
        decisions={decisions}
        disabled={disabled ?? false}
      />
    </div>
  )
}
