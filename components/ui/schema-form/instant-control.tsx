'use client'

import type { Json } from '#core/json.ts'
import type { ControlProps } from '../controls/field.tsx'
import { Input } from '../controls/input.tsx'

export interface InstantControlProps extends ControlProps {
  disabled: boolean
  required: boolean
  value: Json | undefined
  onChange(value: Json | undefined): void
}

const minuteMs = 60_000

/** A control for an instant, in the reader's time zone; the value is ISO 8601 in UTC. */
export function InstantControl({ value, onChange, ...control }: InstantControlProps) {
  const at = typeof value === 'string' ? new Date(value) : null
  const local = at && !Number.isNaN(at.getTime()) ? new Date(at.getTime() - at.getTimezoneOffset() * minuteMs) : null
  return (
    <Input
      {...control}
      type="datetime-local"
      className="max-w-60"
      value={local ? local.toISOString().slice(0, 16) : ''}
      onChange={(event) => {
        const typed = new Date(event.target.value)
        onChange(Number.isNaN(typed.getTime()) ? undefined : typed.toISOString())
      }}
    />
  )
}
