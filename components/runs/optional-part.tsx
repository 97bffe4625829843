'use client'

import { type ReactNode, useId } from 'react'
import { Checkbox } from '#components/ui/checkbox.tsx'

interface OptionalPartProps {
  label: string
  isWanted: boolean
  onWanted(isWanted: boolean): void
  /** What is asked once it is wanted. */
  children?: ReactNode
}

/** Something more that may be wanted, as a tick, and what it takes. */
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
