'use client'

import { Plus } from 'lucide-react'
import { Button } from '#components/ui/controls/button.tsx'
import type { KeySpec } from '#core/definition/catalogue.ts'
import { isJsonList, type Json, objectOf } from '#core/json.ts'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import { type FieldProps, fieldWithin, problemsOfWhole } from '../field-props.ts'
import { fieldWords, Words } from '../field-words.tsx'
import { NestedFields } from '../nested-fields.tsx'
import { FieldLegend } from './field-legend.tsx'
import { ItemHead } from './item-list.tsx'

/** A list of maps, such as the conditions of an envelope: a card with the fields of each. */
export function GroupsField(field: FieldProps) {
  const { spec } = field
  const items: readonly Json[] = isJsonList(field.value) ? field.value : []
  const keys = spec.keys ?? []
  const list = items.length === 1 ? { ...field, set: () => field.set(undefined) } : field
  const add = () => (items.length === 0 ? field.set([fresh(keys)]) : field.set(fresh(keys), [items.length]))
  return (
    <fieldset className="grid min-w-0 gap-2">
      <FieldLegend spec={spec} />
      {items.map((item, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no identity but its index while its name is written
          key={index}
          className="grid gap-2.5 rounded-m border p-2.5"
        >
          <ItemHead field={list} index={index} count={items.length} name={`${spec.label} ${index + 1}`}>
            <span className="block truncate font-medium">{titleOf(item, keys) || `${index + 1}`}</span>
          </ItemHead>
          <NestedFields field={withoutLabel(fieldWithin(field, index))} keys={keys} />
        </div>
      ))}
      <div>
        <Button icon={<Plus />} disabled={items.length >= (spec.most ?? Number.POSITIVE_INFINITY)} onClick={add}>
          {viewsInspectorFieldsTexts.addTo(spec.label)}
        </Button>
      </div>
      <Words {...fieldWords({ spec, problems: problemsOfWhole(field) })} />
    </fieldset>
  )
}

const withoutLabel = (field: FieldProps): FieldProps => ({ ...field, spec: { ...field.spec, help: '' } })

/** The first text of an item is its title: the name of a condition, the message of a check. */
function titleOf(item: Json, keys: readonly KeySpec[]): string {
  const value = objectOf(item)
  const key = keys.find(({ kind, key: name }) => kind === 'text' && typeof value[name] === 'string')?.key
  return key === undefined ? '' : String(value[key])
}

/** An item whose required keys are there to be filled in. */
function fresh(keys: readonly KeySpec[]): Json {
  return Object.fromEntries(keys.filter(({ required }) => required).map(({ key }) => [key, '']))
}
