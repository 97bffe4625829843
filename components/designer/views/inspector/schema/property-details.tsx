'use client'

import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ComponentType } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { isJsonObject, type Json, type JsonSchema } from '#core/json.ts'
import { viewsInspectorSchemaTexts } from '../../../texts/views-inspector-schema.ts'
import type { FieldProps } from '../field-props.ts'
import { ChipsInput } from '../fields/chips-input.tsx'
import { type Meaning, readText, showText } from '../use-draft.ts'
import { isText, readChoices, readLoose, showChoices, showLoose } from '../values/loose-json.ts'
import { readNumber } from '../values/read-value.ts'
import { Keyword } from './keyword.tsx'
import {
  type FieldKind,
  fieldKindLabels,
  fieldKinds,
  kindOf,
  moveField,
  type SchemaField,
  setKind,
} from './schema-fields.ts'

export interface PropertyListProps {
  /** An object's schema. */
  readonly field: FieldProps
  /** The name of what it is the schema of; left out for the whole. */
  readonly of?: string
}

export interface PropertyDetailsProps {
  /** How the fields of an object within this one are shown: handed down, as lists hold rows and rows lists. */
  readonly list: ComponentType<PropertyListProps>
  readonly one: SchemaField
  readonly schema: JsonSchema
  readonly owner: FieldProps
  readonly field: FieldProps
  /** The schema of a list's elements. */
  readonly items: FieldProps
  readonly isFirst: boolean
  readonly isLast: boolean
}

/** Everything about a field but its name and kind. */
export function PropertyDetails(props: PropertyDetailsProps) {
  const { list: PropertyList, one, schema, owner, field, items, isFirst, isLast } = props
  return (
    <div className="ml-2.5 grid grid-cols-2 gap-2 border-l-2 pl-2.5">
      <Keyword
        field={field}
        keyword="title"
        label={viewsInspectorSchemaTexts.label}
        of={one.name}
        wide
        placeholder={viewsInspectorSchemaTexts.formPreview}
      />
      <Keyword field={field} keyword="description" label={viewsInspectorSchemaTexts.description} of={one.name} wide />
      <KindKeywords kind={one.kind} field={field} of={one.name} />
      {one.kind !== 'object' && one.kind !== 'list' && (
        <Keyword
          field={field}
          keyword="default"
          label={viewsInspectorSchemaTexts.default}
          of={one.name}
          wide
          show={isText(field.value) ? showText : showLoose}
          read={readDefault(one.kind, field.value)}
        />
      )}
      {one.kind === 'object' && (
        <div className="col-span-2 grid gap-1.5">
          <PropertyList field={field} of={one.name} />
        </div>
      )}
      {one.kind === 'list' && <Elements list={PropertyList} items={items} of={one.name} />}
      <div className="col-span-2 flex gap-1.5">
        <Button
          size="small"
          icon={<ArrowUp />}
          disabled={isFirst}
          onClick={() => owner.change(moveField(schema, one.name, -1))}
        >
          {viewsInspectorSchemaTexts.up}
        </Button>
        <Button
          size="small"
          icon={<ArrowDown />}
          disabled={isLast}
          onClick={() => owner.change(moveField(schema, one.name, 1))}
        >
          {viewsInspectorSchemaTexts.down}
        </Button>
      </div>
    </div>
  )
}

const formats = ['date-time', 'email', 'uri', 'uuid', 'time'] as const
const unset = '\u0000'
const count = (text: string) => readNumber(text, true, { min: 0 })
const number = (text: string) => readNumber(text, false, {})

/** A default is of the field's own kind, where that is known. */
function readDefault(kind: FieldKind, schema: Json | undefined): (text: string) => Meaning {
  if (isText(schema)) return readText
  if (kind === 'number' || kind === 'integer') return number
  return (text) => ({ value: text === '' ? undefined : readLoose(text) })
}

function KindKeywords({ kind, field, of }: { kind: FieldKind; field: FieldProps; of: string }) {
  const numbers = (keywords: readonly [string, string], read: typeof number) => (
    <>
      <Keyword
        field={field}
        keyword={keywords[0]}
        label={viewsInspectorSchemaTexts.atLeast}
        of={of}
        show={showLoose}
        read={read}
      />
      <Keyword
        field={field}
        keyword={keywords[1]}
        label={viewsInspectorSchemaTexts.atMost}
        of={of}
        show={showLoose}
        read={read}
      />
    </>
  )
  switch (kind) {
    case 'number':
    case 'integer':
      return numbers(['minimum', 'maximum'], number)
    case 'list':
      return numbers(['minItems', 'maxItems'], count)
    case 'choice':
      return <Choices field={field} of={of} />
    case 'text':
      return (
        <>
          {numbers(['minLength', 'maxLength'], count)}
          <div className="grid gap-1">
            <span className="text-label text-muted">{viewsInspectorSchemaTexts.format}</span>
            <Select
              aria-label={viewsInspectorSchemaTexts.formatOfField(of)}
              className="h-7"
              value={typeof formatOf(field.value) === 'string' ? String(formatOf(field.value)) : unset}
              options={[
                { value: unset, label: <span className="text-muted">{viewsInspectorSchemaTexts.anyText}</span> },
                ...formats.map((format) => ({ value: format, label: format })),
              ]}
              onValueChange={(format) => field.set(format === unset ? undefined : format, ['format'])}
            />
          </div>
          <Keyword
            field={field}
            keyword="pattern"
            label={viewsInspectorSchemaTexts.pattern}
            of={of}
            placeholder="^[A-Z]"
          />
        </>
      )
    default:
      return null
  }
}

const formatOf = (value: Json | undefined): Json | undefined => (isJsonObject(value) ? value.format : undefined)

function Choices({ field, of }: { field: FieldProps; of: string }) {
  return (
    <div className="col-span-2">
      <ChipsInput
        control={{ id: `choices-${field.path.join('-')}` }}
        label={viewsInspectorSchemaTexts.choicesOfField(of)}
        values={showChoices(field.value)}
        placeholder={viewsInspectorSchemaTexts.choices}
        onChange={(next) => next.length > 0 && field.set(readChoices(field.value, next), ['enum'])}
      />
    </div>
  )
}

/** The element type of a list, with fields where the element is an object. */
function Elements({ list: PropertyList, items, of }: Pick<PropertyDetailsProps, 'list' | 'items'> & { of: string }) {
  const kind = items.value === undefined ? 'other' : kindOf(items.value)
  return (
    <div className="col-span-2 grid gap-1.5">
      <span className="text-label text-muted">{viewsInspectorSchemaTexts.eachItemIs}</span>
      <Select
        aria-label={viewsInspectorSchemaTexts.itemTypeOf(of)}
        className="h-7"
        value={kind}
        options={[...fieldKinds, 'other' as const].map((one) => ({
          value: one,
          label: one === 'other' ? viewsInspectorSchemaTexts.anything : fieldKindLabels[one],
          disabled: one === 'other',
        }))}
        onValueChange={(next) => items.change(setKind(items.value, next as (typeof fieldKinds)[number]))}
      />
      {kind === 'object' && <PropertyList field={items} of={viewsInspectorSchemaTexts.eachItemOf(of)} />}
    </div>
  )
}
