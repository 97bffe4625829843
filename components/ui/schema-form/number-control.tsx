'use client'

import { useId, useState } from 'react'
import type { Json } from '#core/json.ts'
import type { ControlProps } from '../controls/field.tsx'
import { Input } from '../controls/input.tsx'
import { uiTexts } from '../texts/ui.ts'
import { readNumber } from './read-number.ts'

export interface NumberControlProps extends ControlProps {
  integer: boolean
  disabled: boolean
  required: boolean
  value: Json | undefined
  onChange(value: Json | undefined): void
}

/**
 * A control for a number. It keeps the typed text, since `1.` and `-` are incomplete numbers. An invalid number, or one
 * with more digits than a number holds, is passed on as text, so that it is refused and not sent as another number.
 */
export function NumberControl({ integer, value, onChange, ...control }: NumberControlProps) {
  const id = useId()
  const [typed, setTyped] = useState(() => asText(value))
  const shown = readNumber(typed).value === value ? typed : asText(value)
  const { rounded } = readNumber(shown)
  return (
    <>
      <Input
        {...control}
        inputMode={integer ? 'numeric' : 'decimal'}
        className="max-w-60"
        value={shown}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(readNumber(event.target.value).value)
        }}
        {...(rounded !== null && {
          'aria-invalid': true as const,
          'aria-describedby': [control['aria-describedby'], id].filter(Boolean).join(' '),
        })}
      />
      {rounded !== null && (
        <p id={id} role="status" className="text-small text-failed">
          {uiTexts.tooManyDigitsItWould(rounded)}
        </p>
      )}
    </>
  )
}

const asText = (value: Json | undefined) =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : ''
