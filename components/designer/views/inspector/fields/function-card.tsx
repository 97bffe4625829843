'use client'

import type { StepFunction } from '#components/api/models.ts'
import { describeType, typeOfSchema } from '#core/expression/check/types.ts'
import { isJsonObject, type JsonSchema } from '#core/json.ts'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import { editorLink } from './editor-link.ts'

/** The documentation of a function from its source. */
export function FunctionCard({ about }: { about: StepFunction }) {
  const said = about.parameters.filter(({ doc }) => doc !== null)
  return (
    <div className="grid gap-1.5 rounded-m bg-sunken p-2.5 text-small">
      <code className="font-mono text-code wrap-anywhere">{about.signature}</code>
      {about.doc !== null && <p className="whitespace-pre-line">{about.doc}</p>}
      {said.map(({ name, doc }) => (
        <p key={name}>
          <code className="font-mono text-code">{name}</code> {doc}
        </p>
      ))}
      <Shape title={viewsInspectorFieldsTexts.reads} schema={about.reads} />
      <Shape title={viewsInspectorFieldsTexts.returns} schema={about.result} />
      {about.returnsDoc !== null && <p>{viewsInspectorFieldsTexts.returnsReturnsDoc(about.returnsDoc)}</p>}
      <p className="flex items-baseline justify-between gap-2">
        <span className="min-w-0 truncate font-mono text-muted" title={about.path}>
          {about.file}:{about.line}
        </span>
        <a href={editorLink(about)} className="shrink-0 font-medium text-accent hover:underline">
          {viewsInspectorFieldsTexts.openInEditor}
        </a>
      </p>
    </div>
  )
}

/** The fields of an object, as far as the source says them. */
function Shape({ title, schema }: { title: string; schema: JsonSchema | null }) {
  const properties = schema !== null && isJsonObject(schema.properties) ? Object.entries(schema.properties) : []
  if (schema === null || properties.length === 0) return null
  const required = Array.isArray(schema.required) ? schema.required : []
  return (
    <p className="text-muted">
      {title}{' '}
      {properties.map(([name, property], index) => (
        <span key={name}>
          {index > 0 && ', '}
          <code className="font-mono text-code text-ink">
            {name}
            {required.includes(name) ? '' : '?'}
          </code>{' '}
          {isJsonObject(property) && Object.keys(property).length > 0 ? describeType(typeOfSchema(property)) : ''}
        </span>
      ))}
    </p>
  )
}
