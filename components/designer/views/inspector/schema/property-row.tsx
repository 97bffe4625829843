'use client'

import { Asterisk, ChevronRight, X } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { IconButton } from '#components/ui/controls/button.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { viewsInspectorSchemaTexts } from '../../../texts/views-inspector-schema.ts'
import { fieldWithin } from '../field-props.ts'
import { PropertyDetails, type PropertyDetailsProps } from './property-details.tsx'
import {
  type FieldKind,
  fieldKindLabels,
  fieldKinds,
  removeField,
  renameField,
  setKind,
  setRequired,
} from './schema-fields.ts'

export type PropertyRowProps = Omit<PropertyDetailsProps, 'items'>

/** One field of a schema: its name, its kind, whether it is required, and the rest unfolded. */
export function PropertyRow(props: PropertyRowProps) {
  const { one, schema, owner, field } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const finish = () => {
    if (typed !== null) owner.change(renameField(schema, one.name, typed.trim()))
    setTyped(null)
  }
  const kinds: readonly FieldKind[] = one.kind === 'other' ? [...fieldKinds, 'other'] : fieldKinds
  return (
    <div data-field={field.path.join('.')} className="grid gap-1.5 border-b pb-1.5">
      <div className="grid grid-cols-[20px_1fr_100px_24px_24px] items-center gap-1">
        <IconButton
          size="small"
          label={viewsInspectorSchemaTexts.moreOptionsForField(one.name)}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight className={classNames(open && 'rotate-90')} />
        </IconButton>
        <Input
          aria-label={viewsInspectorSchemaTexts.nameOfField(one.name)}
          value={typed ?? one.name}
          spellCheck={false}
          className="h-7 font-mono text-code"
          onChange={(event) => setTyped(event.target.value)}
          onBlur={finish}
          onKeyDown={(event) => event.key === 'Enter' && finish()}
        />
        <Select
          aria-label={viewsInspectorSchemaTexts.typeOfField(one.name)}
          className="h-7"
          value={one.kind}
          options={kinds.map((kind) => ({ value: kind, label: fieldKindLabels[kind], disabled: kind === 'other' }))}
          onValueChange={(kind) => field.change(setKind(field.value, kind as (typeof fieldKinds)[number]))}
        />
        <Tooltip content={one.required ? viewsInspectorSchemaTexts.required : viewsInspectorSchemaTexts.optional}>
          <IconButton
            size="small"
            label={viewsInspectorSchemaTexts.isRequired(one.name)}
            aria-pressed={one.required}
            className={one.required ? 'bg-accent-soft text-accent hover:text-accent' : ''}
            onClick={() => owner.change(setRequired(schema, one.name, !one.required))}
          >
            <Asterisk />
          </IconButton>
        </Tooltip>
        <IconButton
          size="small"
          label={viewsInspectorSchemaTexts.removeField(one.name)}
          onClick={() => owner.change(removeField(schema, one.name))}
        >
          <X />
        </IconButton>
      </div>
      {open && <PropertyDetails {...props} items={fieldWithin(field, 'items')} />}
    </div>
  )
}
