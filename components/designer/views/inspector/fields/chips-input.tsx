'use client'

import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import type { ControlProps } from '#components/ui/controls/field.tsx'
import { escapeInvisible } from '#core/definition/escape-invisible.ts'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'

export interface ChipsInputProps {
  readonly control: ControlProps
  /** Its accessible name, where no <label> points at it. */
  readonly label?: string
  readonly values: readonly string[]
  readonly placeholder?: string
  readonly suggestions?: readonly string[]
  /** The label of a value in the suggestions. */
  readonly labels?: ReadonlyMap<string, string>
  onChange(values: readonly string[]): void
}

/** Several short values as chips: Enter or a comma adds, Backspace in the empty field takes the last one off. */
export function ChipsInput({
  control,
  label,
  values,
  placeholder,
  suggestions = [],
  labels,
  onChange,
}: ChipsInputProps) {
  const [text, setText] = useState('')
  const listId = useId()
  const add = () => {
    const added = text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '' && !values.includes(part))
    setText('')
    if (added.length > 0) onChange([...values, ...added])
  }
  const keyPressed = (event: KeyboardEvent<HTMLInputElement>) => {
    if ((event.key === 'Enter' || event.key === ',') && text.trim() !== '') {
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && text === '' && values.length > 0) {
      onChange(values.slice(0, -1))
    }
  }
  return (
    <div
      className={classNames(
        'flex min-h-7.5 flex-wrap items-center gap-1 rounded-s border border-thread bg-surface px-1.5 py-0.75 focus-within:outline-2 focus-within:outline-accent hover:border-faint',
        control['aria-invalid'] && 'border-failed',
      )}
    >
      {values.map((value) => (
        <span
          key={value}
          className="inline-flex h-5 max-w-full items-center rounded-[6px] bg-idle-soft pl-1.75 text-small font-[550] text-idle"
        >
          <span className="truncate" title={labels?.get(value)}>
            {escapeInvisible(value)}
          </span>
          <button
            type="button"
            aria-label={viewsInspectorFieldsTexts.remove(escapeInvisible(value))}
            onClick={() => onChange(values.filter((other) => other !== value))}
            className="grid size-5 shrink-0 place-items-center rounded-[6px] hover:text-ink [&_svg]:size-2.75"
          >
            <X />
          </button>
        </span>
      ))}
      <input
        {...control}
        aria-label={label}
        value={text}
        placeholder={values.length === 0 ? placeholder : undefined}
        list={suggestions.length > 0 ? listId : undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keyPressed}
        onBlur={add}
        className="h-5 min-w-16 flex-1 bg-transparent px-0.75 outline-none"
      />
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} label={labels?.get(suggestion)} />
          ))}
        </datalist>
      )}
    </div>
  )
}
