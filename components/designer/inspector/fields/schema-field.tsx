'use client'

import { Asterisk, Braces, List, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '#components/ui/button.tsx'
import { Input } from '#components/ui/input.tsx'
import { Select } from '#components/ui/select.tsx'
import { Tooltip } from '#components/ui/tooltip.tsx'
import { isJsonObject, type JsonSchema } from '#core/json.ts'
import type { FieldProps } from '../field-props.ts'
import { fieldWords, Words } from '../field-words.tsx'
import { readJsonObject, showJson } from '../read-value.ts'
import {
  addField,
  type FieldKind,
  fieldKindLabels,
  fieldKinds,
  fieldsOf,
  freeFieldName,
  isFieldList,
  removeField,
  renameField,
  type SchemaField as SchemaFieldValue,
  setChoices,
  setKind,
  setRequired,
  setTitle,
} from '../schema-fields.ts'
import { useDraft } from '../use-draft.ts'
import { ChipsInput } from './chips-input.tsx'

/** A JSON Schema as a list of fields, or as its own text where the list cannot say it. */
export function SchemaField(props: FieldProps) {
  const { spec, value, problems, change } = props
  const schema = isJsonObject(value) ? value : undefined
  const listed = isFieldList(schema)
  const [asText, setAsText] = useState(false)
  const text = asText || !listed
  return (
    <fieldset className="grid gap-1.5">
      <legend className="sr-only">{spec.label}</legend>
      <div className="flex items-center">
        <span aria-hidden="true" className="flex-1 text-label text-muted">
          {spec.label}
        </span>
        <Tooltip content={text ? 'Show as a list of fields' : 'Show as JSON Schema'}>
          <IconButton
            size="small"
            label={text ? `Show ${spec.label} as a list of fields` : `Show ${spec.label} as JSON Schema`}
            disabled={!listed}
            onClick={() => setAsText(!asText)}
          >
            {text ? <List /> : <Braces />}
          </IconButton>
        </Tooltip>
      </div>
      {text ? (
        <SchemaText {...props} />
      ) : (
        <>
          {schema !== undefined &&
            fieldsOf(schema).map((field) => (
              <FieldRow key={field.name} field={field} schema={schema} change={change} />
            ))}
          <div>
            <Button icon={<Plus />} onClick={() => change(addField(schema, freeFieldName(schema)))}>
              Add a field
            </Button>
          </div>
        </>
      )}
      <Words {...fieldWords({ spec, problems })} />
    </fieldset>
  )
}

function SchemaText({ spec, value, set }: FieldProps) {
  const draft = useDraft(value, showJson, readJsonObject, (next) => set(next))
  return (
    <>
      <textarea
        aria-label={`${spec.label} as JSON Schema`}
        aria-invalid={draft.error === null ? undefined : true}
        value={draft.text}
        spellCheck={false}
        placeholder={'{\n  "type": "object",\n  "properties": {}\n}'}
        onChange={(event) => draft.change(event.target.value)}
        onBlur={draft.finish}
        className="min-h-32 w-full rounded-s border border-line-strong bg-surface px-2.25 py-1 font-mono text-code [field-sizing:content] hover:border-faint aria-invalid:border-failed"
      />
      {draft.error && <p className="text-small text-failed">{draft.error}</p>}
    </>
  )
}

interface FieldRowProps {
  readonly field: SchemaFieldValue
  readonly schema: JsonSchema
  readonly change: FieldProps['change']
}

function FieldRow({ field, schema, change }: FieldRowProps) {
  const [name, setName] = useState<string | null>(null)
  const finish = () => {
    if (name !== null) change(renameField(schema, field.name, name.trim()))
    setName(null)
  }
  const kinds: readonly FieldKind[] = field.kind === 'other' ? [...fieldKinds, 'other'] : fieldKinds
  return (
    <div className="grid gap-1 border-b pb-2">
      <div className="grid grid-cols-[1fr_108px_24px_24px] items-center gap-1">
        <Input
          aria-label={`Name of field ${field.name}`}
          value={name ?? field.name}
          spellCheck={false}
          className="h-7 font-mono text-code"
          onChange={(event) => setName(event.target.value)}
          onBlur={finish}
          onKeyDown={(event) => event.key === 'Enter' && finish()}
        />
        <Select
          aria-label={`Kind of field ${field.name}`}
          className="h-7"
          value={field.kind}
          options={kinds.map((kind) => ({ value: kind, label: fieldKindLabels[kind], disabled: kind === 'other' }))}
          onValueChange={(kind) => change(setKind(schema, field.name, kind as (typeof fieldKinds)[number]))}
        />
        <Tooltip content={field.required ? 'Required' : 'Optional'}>
          <IconButton
            size="small"
            label={`${field.name} is required`}
            aria-pressed={field.required}
            className={field.required ? 'bg-accent-soft text-accent hover:text-accent' : ''}
            onClick={() => change(setRequired(schema, field.name, !field.required))}
          >
            <Asterisk />
          </IconButton>
        </Tooltip>
        <IconButton
          size="small"
          label={`Remove field ${field.name}`}
          onClick={() => change(removeField(schema, field.name))}
        >
          <X />
        </IconButton>
      </div>
      <Input
        aria-label={`Label of field ${field.name}`}
        placeholder="Label that people see"
        className="h-7"
        defaultValue={field.title}
        key={field.title}
        onBlur={(event) => event.target.value !== field.title && change(setTitle(field.name, event.target.value))}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      {field.kind === 'choice' && (
        <ChipsInput
          control={{ id: `choices-${field.name}` }}
          label={`Choices of field ${field.name}`}
          values={field.choices}
          placeholder="Choices"
          onChange={(choices) => choices.length > 0 && change(setChoices(field.name, choices))}
        />
      )}
    </div>
  )
}
