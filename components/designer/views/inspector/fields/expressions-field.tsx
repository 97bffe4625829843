'use client'

import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import type { Json } from '#core/json.ts'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import { type FieldProps, fieldWithin, problemsOfWhole } from '../field-props.ts'
import { fieldWords, Words } from '../field-words.tsx'
import { ExpressionField } from './expression-field.tsx'
import { FieldLegend } from './field-legend.tsx'

/** A list of expressions, one field each; a single expression may stand without the list. */
export function ExpressionsField(field: FieldProps) {
  const { spec, value } = field
  const isSingle = typeof value === 'string'
  const expressions: readonly Json[] = Array.isArray(value) ? (value as readonly Json[]) : isSingle ? [value] : []
  const write = (next: readonly Json[]) => field.set(next.length === 0 ? undefined : [...next])
  return (
    <fieldset className="grid min-w-0 gap-2">
      <FieldLegend spec={spec} />
      {expressions.map((expression, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an expression has no identity but its index
        <div key={index} className="flex min-w-0 items-end gap-1">
          <div className="min-w-0 flex-1">
            <ExpressionField
              {...(isSingle ? field : fieldWithin(field, index))}
              value={expression}
              spec={{ ...spec, kind: 'expression', label: viewsInspectorFieldsTexts.numbered(spec.label, index + 1) }}
              set={(next) => write(next === undefined ? without(expressions, index) : expressions.with(index, next))}
            />
          </div>
          <IconButton
            size="small"
            label={viewsInspectorFieldsTexts.remove(viewsInspectorFieldsTexts.numbered(spec.label, index + 1))}
            onClick={() => write(without(expressions, index))}
          >
            <X />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          icon={<Plus />}
          disabled={expressions.length >= (spec.most ?? Number.POSITIVE_INFINITY)}
          onClick={() => write([...expressions, ''])}
        >
          {viewsInspectorFieldsTexts.addTo(spec.label)}
        </Button>
      </div>
      {!isSingle && <Words {...fieldWords({ spec, problems: problemsOfWhole(field) })} />}
    </fieldset>
  )
}

const without = (list: readonly Json[], index: number): readonly Json[] => list.toSpliced(index, 1)
