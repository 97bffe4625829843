'use client'

import { Braces } from 'lucide-react'
import { IconButton } from '#components/ui/controls/button.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { viewsValuesTexts } from '../../texts/views-values.ts'

export interface ValueButtonProps {
  /** The label of the field. */
  readonly label: string
  onOpen(at: { readonly left: number; readonly top: number }): void
}

/** Opens the list of values of a field, as `/` does by key. */
export function ValueButton({ label, onOpen }: ValueButtonProps) {
  return (
    <Tooltip content={viewsValuesTexts.insertValue} shortcut="/" side="top">
      <IconButton
        size="small"
        // The key does the same: a stop of its own would double the stops of every form.
        tabIndex={-1}
        label={viewsValuesTexts.insertValueInto(label)}
        className="absolute top-0.75 right-0.75 z-1 opacity-0 group-focus-within/value:opacity-100 group-hover/value:opacity-100 pointer-coarse:opacity-100"
        onMouseDown={(event) => event.preventDefault()}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect()
          onOpen({ left, top: bottom })
        }}
      >
        <Braces />
      </IconButton>
    </Tooltip>
  )
}
