'use client'

import { Plus } from 'lucide-react'
import { Button } from '#components/ui/controls/button.tsx'
import { isJsonObject } from '#core/json.ts'
import { viewsInspectorSchemaTexts } from '../../../texts/views-inspector-schema.ts'
import { fieldWithin } from '../field-props.ts'
import type { PropertyListProps } from './property-details.tsx'
import { PropertyRow } from './property-row.tsx'
import { addField, fieldsOf, freeFieldName } from './schema-fields.ts'

/** The fields of an object's schema; `field` is the schema itself. */
export function PropertyList({ field, of }: PropertyListProps) {
  const schema = isJsonObject(field.value) ? field.value : undefined
  const properties = fieldWithin(field, 'properties')
  return (
    <>
      {schema !== undefined &&
        fieldsOf(schema).map((one, index, all) => (
          <PropertyRow
            key={one.name}
            list={PropertyList}
            one={one}
            schema={schema}
            owner={field}
            field={fieldWithin(properties, one.name)}
            isFirst={index === 0}
            isLast={index === all.length - 1}
          />
        ))}
      <div>
        <Button
          icon={<Plus />}
          aria-label={of === undefined ? undefined : viewsInspectorSchemaTexts.addFieldTo(of)}
          onClick={() => field.change(addField(schema, freeFieldName(schema)))}
        >
          {viewsInspectorSchemaTexts.addField}
        </Button>
      </div>
    </>
  )
}
