'use client'

import { Check, X } from 'lucide-react'
import { useId } from 'react'
import type { Json } from '#core/json.ts'
import { classNames } from '../class-names.ts'
import { Kbd } from '../kbd.tsx'

export interface DecisionControlProps {
  name: string
  label: string
  value: Json | undefined
  onChange(value: Json | undefined): void
  error: string | undefined
  disabled: boolean
}

/** The yes or no of an approval, as two choices one cannot overlook. */
export function DecisionControl({ name, label, value, onChange, error, disabled }: DecisionControlProps) {
  const id = useId()
  const yes = /^approved?$/i.test(label) ? 'Approve' : label
  const choices = [
    { answer: true, text: yes, keys: 'a', icon: <Check className="size-4 text-done" /> },
    { answer: false, text: 'Decline', keys: 'd', icon: <X className="size-4 text-failed" /> },
  ]
  return (
    <fieldset disabled={disabled} className="grid gap-1" {...(error ? { 'aria-describedby': `${id}-error` } : {})}>
      <legend className="mb-1 text-label text-muted">Decision</legend>
      <div className="grid grid-cols-2 gap-2.5 max-sm:grid-cols-1">
        {choices.map((choice) => (
          <label
            key={choice.keys}
            className={classNames(
              'flex items-center gap-2.5 rounded-m border border-line-strong bg-surface px-3.25 py-2.75 font-semibold hover:border-faint has-focus-visible:outline-2 has-focus-visible:outline-accent',
              value === choice.answer &&
                'border-accent ring-2 ring-[color-mix(in_srgb,var(--color-accent)_25%,transparent)]',
              error && value !== choice.answer && 'border-failed',
            )}
          >
            <input
              type="radio"
              name={`${id}-${name}`}
              className="sr-only"
              checked={value === choice.answer}
              onChange={() => onChange(choice.answer)}
            />
            {choice.icon}
            <span className="min-w-0 flex-1">{choice.text}</span>
            <Kbd keys={choice.keys} />
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="text-small text-failed">
          {error}
        </p>
      )}
    </fieldset>
  )
}
