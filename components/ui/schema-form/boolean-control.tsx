'use client'

import { useId } from 'react'
import { isolateText } from '#core/definition/escape-invisible.ts'
import type { Json } from '#core/json.ts'
import { Checkbox } from '../controls/checkbox.tsx'

export interface BooleanControlProps {
  label: string
  description: string | undefined
  required: boolean
  value: Json | undefined
  onChange(value: Json | undefined): void
  error: string | undefined
  disabled: boolean
}

export function BooleanControl({ label, description, value, onChange, error, disabled }: BooleanControlProps) {
  const id = useId()
  const said = error ?? description
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-2">
        <Checkbox
          id={id}
          checked={value === true}
          disabled={disabled}
          onCheckedChange={(checked) => onChange(checked === true)}
          {...(error ? { 'aria-invalid': true } : {})}
          {...(said ? { 'aria-describedby': `${id}-said` } : {})}
        />
        <label htmlFor={id} className="font-medium">
          {isolateText(label)}
        </label>
      </div>
      {said && (
        <p id={`${id}-said`} className={error ? 'text-small text-failed' : 'text-small text-muted'}>
          {said}
        </p>
      )}
    </div>
  )
}
