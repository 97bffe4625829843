'use client'

import { isolateText } from '#core/definition/escape-invisible.ts'
import { isJsonObject, type Json, type JsonSchema } from '#core/json.ts'
import { classNames } from '../class-names.ts'
import { Field } from '../controls/field.tsx'
import { Input, Textarea } from '../controls/input.tsx'
import { Select } from '../controls/select.tsx'
import { BooleanControl } from './boolean-control.tsx'
import { decisionOf } from './decision.ts'
import { DecisionControl } from './decision-control.tsx'
import { errorAt, errorWithin, type FieldError, joinPath } from './field-errors.ts'
import { FileControl } from './file-control.tsx'
import { InstantControl } from './instant-control.tsx'
import { JsonControl } from './json-control.tsx'
import { jsonExample } from './json-example.ts'
import { NumberControl } from './number-control.tsx'
import { boundsInWords, type SchemaField, schemaField, withProperty } from './schema-field.ts'
import { StringsControl } from './strings-control.tsx'

export interface SchemaControlProps {
  schema: JsonSchema
  label: string
  path: string
  required: boolean
  value: Json | undefined
  onChange(value: Json | undefined): void
  /** Reports the path of a field when its text becomes unreadable or readable. */
  onBroken(path: string, isBroken: boolean): void
  errors: readonly FieldError[]
  decisions: boolean
  disabled: boolean
}

/** One control by its schema, or a group of them for an object. */
export function SchemaControl(props: SchemaControlProps) {
  const field = schemaField(props.schema)
  return field.kind === 'object' ? <ObjectControl {...props} field={field} /> : <LeafControl {...props} field={field} />
}

function ObjectControl(props: SchemaControlProps & { field: Extract<SchemaField, { kind: 'object' }> }) {
  const { field, label, path, value, onChange } = props
  const decision = props.decisions && path === '' ? decisionOf(props.schema) : null
  const controls = field.properties.map((property) => {
    const inner = {
      ...props,
      schema: property.schema,
      label: property.label,
      path: joinPath(path, property.name),
      required: property.required,
      value: isJsonObject(value) ? value[property.name] : undefined,
      onChange: (next: Json | undefined) => onChange(withProperty(value, property.name, next)),
    }
    return decision?.name === property.name ? (
      <DecisionControl
        key={property.name}
        decision={decision}
        value={inner.value}
        onChange={inner.onChange}
        error={errorAt(props.errors, inner.path)}
        disabled={props.disabled}
      />
    ) : (
      <SchemaControl key={property.name} {...inner} />
    )
  })
  if (path === '') return <div className="grid gap-4">{controls}</div>
  return (
    <fieldset className="grid gap-3 border-l-2 pl-3">
      <legend className="mb-2 text-label text-ink">{isolateText(label)}</legend>
      {controls}
    </fieldset>
  )
}

function LeafControl(props: SchemaControlProps & { field: Exclude<SchemaField, { kind: 'object' }> }) {
  const { schema, field, label, path, required, value, onChange, errors, disabled } = props
  const note = [required ? null : 'optional', boundsInWords(schema)].filter(Boolean).join(', ')
  const error = ['json', 'strings', 'file'].includes(field.kind) ? errorWithin(errors, path) : errorAt(errors, path)
  const description = typeof schema.description === 'string' ? schema.description : undefined
  if (field.kind === 'boolean') {
    return <BooleanControl {...{ label, description, required, value, onChange, error, disabled }} />
  }
  return (
    <Field
      label={isolateText(label)}
      note={note}
      hint={description && isolateText(description)}
      error={error}
      required={required}
    >
      {(control) => {
        const shared = { ...control, disabled, required }
        switch (field.kind) {
          case 'text': {
            const text = typeof value === 'string' ? value : ''
            const set = (next: string) => onChange(next === '' ? undefined : next)
            return field.long ? (
              <Textarea {...shared} value={text} onChange={(event) => set(event.target.value)} />
            ) : (
              <Input {...shared} type={field.inputType} value={text} onChange={(event) => set(event.target.value)} />
            )
          }
          case 'instant':
            return <InstantControl {...shared} value={value} onChange={onChange} />
          case 'number':
            return <NumberControl {...shared} integer={field.integer} value={value} onChange={onChange} />
          case 'choice':
            return (
              <Select
                {...control}
                disabled={disabled}
                value={value === undefined ? undefined : JSON.stringify(value)}
                onValueChange={(next) => onChange(JSON.parse(next) as Json)}
                options={field.options.map((option) => ({
                  value: JSON.stringify(option),
                  label: isolateText(String(option)),
                }))}
                className={classNames('max-w-100')}
              />
            )
          case 'strings':
            return <StringsControl {...control} {...{ disabled, value, onChange }} options={field.options} />
          case 'file':
            return (
              <FileControl
                {...control}
                {...{ disabled, value, onChange }}
                rules={field.rules}
                onBusy={(isBusy) => props.onBroken(path, isBusy)}
              />
            )
          case 'json':
            return (
              <JsonControl
                {...control}
                {...{ disabled, value, onChange }}
                placeholder={jsonExample(schema)}
                onBroken={(isBroken) => props.onBroken(path, isBroken)}
              />
            )
        }
      }}
    </Field>
  )
}
