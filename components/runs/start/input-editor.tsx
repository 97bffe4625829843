'use client'

import { useState } from 'react'
import { Field } from '#components/ui/controls/field.tsx'
import { Tabs } from '#components/ui/controls/tabs.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import type { FieldError } from '#components/ui/schema-form/field-errors.ts'
import { JsonControl } from '#components/ui/schema-form/json-control.tsx'
import { schemaField } from '#components/ui/schema-form/schema-field.ts'
import { SchemaForm } from '#components/ui/schema-form/schema-form.tsx'
import type { Json, JsonSchema } from '#core/json.ts'
import { runsTexts } from '../texts/runs.ts'

export interface InputEditorProps {
  label?: string
  schema: JsonSchema | undefined
  value: Json | undefined
  onChange(value: Json | undefined): void
  /** Reports whether a text is invalid JSON at the moment: the editor then shows another text than its value. */
  onBroken(isBroken: boolean): void
  errors: readonly FieldError[]
  disabled: boolean
}

const jsonRows = 10

/** An editor for a value: as a form where its schema allows one, and always as JSON. */
export function InputEditor({
  label = 'Input',
  schema,
  value,
  onChange,
  onBroken,
  errors,
  disabled,
}: InputEditorProps) {
  const hasForm = schema !== undefined && schemaField(schema).kind === 'object'
  const [view, setView] = useState(hasForm ? 'form' : 'json')
  const json = (
    <div className="grid gap-3 pt-3">
      {errors.map((error) => (
        <Callout key={`${error.path} ${error.message}`} tone="failed" alert>
          {error.path !== '' && <b>{error.path}: </b>}
          {error.message}
        </Callout>
      ))}
      <Field label={label} note="JSON">
        {(control) => (
          <JsonControl
            {...control}
            rows={jsonRows}
            value={value}
            onChange={onChange}
            onBroken={onBroken}
            disabled={disabled}
          />
        )}
      </Field>
    </div>
  )
  if (!hasForm) return json
  const form = (
    <div className="pt-3">
      <SchemaForm
        schema={schema}
        value={value}
        onChange={onChange}
        onBroken={(paths) => onBroken(paths.length > 0)}
        errors={errors}
        disabled={disabled}
      />
    </div>
  )
  return (
    <Tabs
      label={runsTexts.inputFormat}
      className="-mx-4"
      contentClassName="px-4 pb-1"
      value={view}
      onValueChange={(next) => {
        setView(next)
        onBroken(false)
      }}
      tabs={[
        { value: 'form', label: runsTexts.form, content: form },
        { value: 'json', label: 'JSON', content: json },
      ]}
    />
  )
}
