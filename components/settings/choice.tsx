'use client'

import { useId } from 'react'

export interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: readonly { readonly value: Value; readonly label: string }[]
  onChange(value: Value): void
}

/** A choice of one among a few visible options. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="flex w-fit flex-wrap rounded-s border border-line-strong bg-surface">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex h-7.5 items-center border-r border-line-strong px-3 font-medium text-muted first-of-type:rounded-l-s last:rounded-r-s last:border-r-0 hover:text-ink has-checked:bg-accent-soft has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
