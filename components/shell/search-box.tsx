'use client'

import { Search } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Kbd } from '#components/ui/controls/kbd.tsx'
import { useOfferActions } from './actions/action-store.ts'

export interface SearchBoxProps {
  value: string
  onChange(value: string): void
  /** The searched list, for screen readers. */
  label: string
  placeholder: string
  /** The label and heading of the search in the palette. */
  action: { readonly label: string; readonly group: string }
  className?: string
}

/** Filters a list by text. `/` moves the focus to it from anywhere on the page. */
export function SearchBox({ value, onChange, label, placeholder, action, className }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const { label: actionLabel, group } = action
  const actions = useMemo(() => {
    const perform = () => input.current?.focus()
    return [{ id: `${group}.search`, label: actionLabel, group, icon: Search, shortcut: '/', perform }]
  }, [actionLabel, group])
  useOfferActions(actions)
  return (
    <div className={classNames('relative flex w-60 items-center max-sm:w-full', className)}>
      <Search className="pointer-events-none absolute left-2 size-3.25 text-faint" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-6.5 w-full rounded-s border border-thread bg-surface pr-7 pl-7 text-body hover:border-faint [&::-webkit-search-cancel-button]:hidden"
      />
      <Kbd keys="/" className="pointer-events-none absolute right-1.5" />
    </div>
  )
}
