'use client'

import { useState } from 'react'
import type { Json } from '#core/json.ts'
import type { ControlProps } from '../controls/field.tsx'
import { Textarea } from '../controls/input.tsx'
import { readJsonText } from '../json/read-json-text.ts'

export interface JsonControlProps extends ControlProps {
  disabled: boolean
  value: Json | undefined
  onChange(value: Json | undefined): void
  /** Reports when the text becomes invalid or valid JSON. */
  onBroken?(isBroken: boolean): void
  rows?: number
  placeholder?: string
}

/**
 * A control for a value as JSON text. While the text is invalid, the last valid value stays and the parser's message is
 * shown.
 */
export function JsonControl({ value, onChange, onBroken, rows = 5, ...control }: JsonControlProps) {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)))
  const [fault, setFault] = useState<string | null>(null)
  function tell(next: string | null) {
    setFault(next)
    onBroken?.(next !== null)
  }
  function change(next: string) {
    setText(next)
    const read = next.trim() === '' ? { ok: true as const, value: undefined } : readJsonText(next)
    if (read.ok) onChange(read.value)
    tell(read.ok ? null : read.message)
  }
  return (
    <>
      <Textarea
        {...control}
        rows={rows}
        spellCheck={false}
        className="font-mono text-code"
        value={text}
        onChange={(event) => change(event.target.value)}
        {...(fault ? { 'aria-invalid': true } : {})}
      />
      {fault && (
        <p role="status" className="text-small text-failed">
          {fault}
        </p>
      )}
    </>
  )
}
