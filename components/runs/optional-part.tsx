'use client'

import { type ReactNode, useId } from 'react'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'

interface OptionalPartProps {
  label: string
  isWanted: boolean
  onWanted(isWanted: boolean): void
  /** The fields of the option, shown once it is ticked. */
  children?: ReactNode
}

/** An option with a check box, and its fields. */
export function OptionalPart({ label, isWanted, onWanted, children }: OptionalPartProps) {
  const id = useId()
  return (
    <>
      <div className="flex items-center gap-2">
        <Checkbox id={id} checked={isWanted} onCheckedChange={(checked) => onWanted(checked === true)} />
        <label htmlFor={id}>{label}</label>
      </div>
      {isWanted && children}
    </>
  )
}
