'use client'

import { useMemo, useState } from 'react'
import { SchemaForm } from '#components/ui/schema-form/schema-form.tsx'
import type { Json, JsonSchema } from '#core/json.ts'
import { sampleOfDefaults } from './sample-of-defaults.ts'

export interface FormPreviewProps {
  readonly schema: JsonSchema
  readonly label: string
  readonly decisions: boolean
}

/** The form that a schema makes, to be tried out; nothing that is entered goes anywhere. */
export function FormPreview({ schema, label, decisions }: FormPreviewProps) {
  const begins = useMemo(() => sampleOfDefaults(schema), [schema])
  const [typed, setTyped] = useState<{ readonly schema: JsonSchema; readonly value: Json | undefined } | null>(null)
  const value = typed?.schema === schema ? typed.value : begins
  return (
    <section aria-label={`Preview of ${label}`} className="grid gap-3 rounded-m border border-dashed p-3">
      <p className="text-small text-muted">What people see</p>
      <SchemaForm
        schema={schema}
        value={value}
        onChange={(next) => setTyped({ schema, value: next })}
        decisions={decisions}
      />
    </section>
  )
}
