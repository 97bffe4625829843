'use client'

import { useState } from 'react'
import type { Json } from '#core/json.ts'
import type { ControlProps } from '../field.tsx'
import { Input } from '../input.tsx'

export interface NumberControlProps extends ControlProps {
  integer: boolean
  disabled: boolean
  required: boolean
  value: Json | undefined
  onChange(value: Json | undefined): void
}

/**
 * Keeps what is typed as text, since `1.` and `-` are on the way to a number. What is no number
 * is passed on as text, so that the server can say so at the field.
 */
export function NumberControl({ integer, value, onChange, ...control }: NumberControlProps) {
  const [typed, setTyped] = useState(() => asText(value))
  const shown = asNumber(typed) === value ? typed : asText(value)
  return (
    <Input
      {...control}
      inputMode={integer ? 'numeric' : 'decimal'}
      className="max-w-60"
      value={shown}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(asNumber(event.target.value))
      }}
    />
  )
}

const asText = (value: Json | undefined) =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : ''

function asNumber(text: string): number | string | undefined {
  if (text.trim() === '') return undefined
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}
