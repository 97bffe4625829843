'use client'

import { useMemo, useState } from 'react'
import { SchemaForm } from '#components/ui/schema-form/schema-form.tsx'
import { isJsonObject, type Json, type JsonSchema } from '#core/json.ts'
import { viewsInspectorSchemaTexts } from '../../../texts/views-inspector-schema.ts'

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
    <section
      aria-label={viewsInspectorSchemaTexts.previewOf(label)}
      className="grid gap-3 rounded-m border border-dashed p-3"
    >
      <p className="text-small text-muted">{viewsInspectorSchemaTexts.formPreview}</p>
      <SchemaForm
        schema={schema}
        value={value}
        onChange={(next) => setTyped({ schema, value: next })}
        decisions={decisions}
      />
    </section>
  )
}

/** The initial values of a form: the defaults of its fields. */
function sampleOfDefaults(schema: JsonSchema): Json {
  if (schema.default !== undefined) return schema.default
  const properties = isJsonObject(schema.properties) ? Object.entries(schema.properties) : []
  const entries = properties.flatMap(([name, part]): [string, Json][] => {
    if (!isJsonObject(part)) return []
    if (part.default !== undefined) return [[name, part.default]]
    const inner = part.properties === undefined ? {} : sampleOfDefaults(part)
    return isJsonObject(inner) && Object.keys(inner).length > 0 ? [[name, inner]] : []
  })
  return Object.fromEntries(entries)
}
