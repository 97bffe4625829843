'use client'

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import type { ControlProps } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { popupClasses } from '#components/ui/overlay/popup.ts'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import { nextActive, type Suggestion, suggestionsFor } from './suggestions-for.ts'

export interface SuggestInputProps {
  readonly control: ControlProps
  readonly value: string
  readonly placeholder?: string
  readonly suggestions: readonly Suggestion[]
  onChange(value: string): void
  onBlur(): void
}

/** A text field that offers what is known, and takes anything else as well. */
export function SuggestInput({ control, value, placeholder, suggestions, onChange, onBlur }: SuggestInputProps) {
  const listId = useId()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [narrow, setNarrow] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const { matching, isCut } = suggestionsFor(suggestions, narrow ? value : '')
  const shown = open && matching.length > 0
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  // The focus stays in the field: the list does not follow it by itself.
  useEffect(() => {
    // Its answer is a promise in some browsers, and an effect may only return how it is taken back.
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const choose = (suggestion: Suggestion) => {
    onChange(suggestion.value)
    close()
  }
  const keyPressed = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((before) => nextActive(before, step, matching.length))
    } else if (event.key === 'Enter' && shown && matching[active]) {
      event.preventDefault()
      choose(matching[active])
    } else if (event.key === 'Escape' && shown) {
      event.stopPropagation()
      close()
    }
  }
  return (
    <div className="relative">
      <Input
        {...control}
        role="combobox"
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(shown && active >= 0 ? { 'aria-activedescendant': `${listId}-${active}` } : {})}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-code"
        onFocus={() => setNarrow(false)}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          setNarrow(true)
          setOpen(true)
          setActive(-1)
          onChange(event.target.value)
        }}
        onKeyDown={keyPressed}
        onBlur={() => {
          close()
          onBlur()
        }}
      />
      <div hidden={!shown} className={classNames(popupClasses, 'absolute inset-x-0 top-full mt-1 p-1')}>
        <div
          ref={list}
          id={listId}
          role="listbox"
          aria-label={viewsInspectorFieldsTexts.suggestions}
          tabIndex={-1}
          className="max-h-70 overflow-y-auto"
        >
          {matching.map((suggestion, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's, by aria-activedescendant
            <div
              key={suggestion.value}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // Before the field loses the focus and the list with it.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(suggestion)}
              className={classNames(
                'grid grid-cols-[minmax(0,1fr)] rounded-s px-2 py-1 hover:bg-hover',
                index === active && 'bg-hover',
              )}
            >
              <span className="truncate font-mono text-code">{suggestion.value}</span>
              {suggestion.detail && <span className="text-small text-muted">{suggestion.detail}</span>}
            </div>
          ))}
        </div>
        {isCut && <p className="px-2 py-1.5 text-small text-muted">{viewsInspectorFieldsTexts.typeToFindMore}</p>}
      </div>
    </div>
  )
}
