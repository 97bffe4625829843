'use client'

import { ArrowDown, ArrowUp, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#components/ui/controls/button.tsx'
import { useSession } from '../../../model/session-context.tsx'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import type { FieldProps } from '../field-props.ts'
import { useFieldStep } from '../field-step.tsx'

export interface ItemHeadProps {
  /** The list. */
  readonly field: FieldProps
  readonly index: number
  readonly count: number
  /** The accessible name of the item: `task charge`. */
  readonly name: string
  readonly children: ReactNode
}

/** The head of an item of a list: what it is, and the buttons that move and remove it. */
export function ItemHead({ field, index, count, name, children }: ItemHeadProps) {
  const session = useSession()
  const step = useFieldStep()
  const move = (to: number) =>
    session.perform({ type: 'move_item', ...(step === null ? {} : { step }), path: field.path, from: index, to })
  return (
    <div className="flex min-w-0 items-center gap-1">
      <div className="min-w-0 flex-1">{children}</div>
      <IconButton
        size="small"
        label={viewsInspectorFieldsTexts.moveUp(name)}
        disabled={index === 0}
        onClick={() => move(index - 1)}
      >
        <ArrowUp />
      </IconButton>
      <IconButton
        size="small"
        label={viewsInspectorFieldsTexts.moveDown(name)}
        disabled={index >= count - 1}
        onClick={() => move(index + 1)}
      >
        <ArrowDown />
      </IconButton>
      <IconButton
        size="small"
        label={viewsInspectorFieldsTexts.remove(name)}
        onClick={() => field.set(undefined, [index])}
      >
        <X />
      </IconButton>
    </div>
  )
}
