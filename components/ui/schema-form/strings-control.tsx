'use client'

import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { escapeInvisible } from '#core/definition/escape-invisible.ts'
import type { Json } from '#core/json.ts'
import { classNames } from '../class-names.ts'
import { Checkbox } from '../controls/checkbox.tsx'
import type { ControlProps } from '../controls/field.tsx'
import { controlClasses } from '../controls/input.tsx'
import { uiTexts } from '../texts/ui.ts'
import { wordKey } from './word-key.ts'

export interface StringsControlProps extends ControlProps {
  disabled: boolean
  value: Json | undefined
  onChange(value: Json | undefined): void
  /** The only values allowed, as check boxes; null for free text. */
  options: readonly string[] | null
}

/** Several texts: check boxes where the schema lists them, otherwise words in a box, ended by Enter or a comma. */
export function StringsControl({ value, onChange, options, ...control }: StringsControlProps) {
  const chosen = Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
  const set = (next: readonly string[]) => onChange(next.length === 0 ? undefined : next)
  return options ? (
    <OptionList {...control} options={options} chosen={chosen} onChange={set} />
  ) : (
    <WordBox {...control} words={chosen} onChange={set} />
  )
}

interface OptionListProps extends ControlProps {
  disabled: boolean
  options: readonly string[]
  chosen: readonly string[]
  onChange(next: readonly string[]): void
}

function OptionList({ id, disabled, options, chosen, onChange }: OptionListProps) {
  return (
    <div id={id} className="grid gap-1.5 py-1">
      {options.map((option) => (
        <div key={option} className="flex items-center gap-2">
          <Checkbox
            id={`${id}-${option}`}
            disabled={disabled}
            checked={chosen.includes(option)}
            onCheckedChange={(checked) =>
              onChange(options.filter((other) => (other === option ? checked === true : chosen.includes(other))))
            }
          />
          <label htmlFor={`${id}-${option}`}>{option}</label>
        </div>
      ))}
    </div>
  )
}

interface WordBoxProps extends ControlProps {
  disabled: boolean
  words: readonly string[]
  onChange(next: readonly string[]): void
}

function WordBox({ words, onChange, disabled, ...control }: WordBoxProps) {
  const [typed, setTyped] = useState('')
  function add() {
    const word = typed.trim()
    setTyped('')
    if (word !== '' && !words.includes(word)) onChange([...words, word])
  }
  function press(event: KeyboardEvent) {
    const does = wordKey(event, typed)
    if (does === 'end') event.preventDefault()
    if (does === 'end' || does === 'end-and-send') add()
    else if (does === 'take-back') onChange(words.slice(0, -1))
  }
  return (
    <div className={classNames(controlClasses, 'flex min-h-7.5 flex-wrap items-center gap-1 py-0.75')}>
      {words.map((word) => (
        <span key={word} className="inline-flex h-5.5 items-center gap-0.5 rounded-s bg-hover pl-1.75 text-small">
          {escapeInvisible(word)}
          <button
            type="button"
            aria-label={uiTexts.remove(escapeInvisible(word))}
            disabled={disabled}
            onClick={() => onChange(words.filter((other) => other !== word))}
            className="grid size-6 place-items-center text-muted hover:text-ink"
          >
            <X className="size-3" />
          </button>
        </span>
      ))}
      <input
        {...control}
        disabled={disabled}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={press}
        onBlur={add}
        placeholder={words.length === 0 ? uiTexts.typeAndPressEnter : ''}
        className="h-5.5 min-w-24 flex-1 outline-none"
      />
    </div>
  )
}
