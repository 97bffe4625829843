'use client'

import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Popover } from '#components/ui/overlay/popover.tsx'
import { isolateSentence } from '#core/definition/escape-invisible.ts'

const pillClasses = 'inline-flex h-6.5 items-center rounded-s border text-body'
const offClasses = 'border-dashed border-line-strong text-muted hover:text-ink'
const onClasses = 'border-line-strong bg-hover text-ink'
const wrongClasses = 'tone-failed border-tone bg-tone-soft text-tone'

export interface FilterPillProps {
  /** The property of the filter, or its condition. */
  label: string
  isOn: boolean
  /** The condition cannot be read. */
  isWrong?: boolean
  onClear(): void
  clearLabel: string
  open?: boolean
  onOpenChange?(open: boolean): void
  children: ReactNode
}

/** One condition of a list: dashed while unset, with a button to clear it once set. */
export function FilterPill({ label, isOn, isWrong = false, onClear, clearLabel, children, ...state }: FilterPillProps) {
  return (
    <span className={`${pillClasses} max-w-full ${isWrong ? wrongClasses : isOn ? onClasses : offClasses}`}>
      <Popover
        {...state}
        label={isolateSentence(label)}
        trigger={
          <button type="button" className="flex h-full min-w-0 items-center gap-1.25 rounded-s px-2">
            {!isOn && <Plus className="size-3 shrink-0" />}
            <span className="max-w-80 truncate">{isolateSentence(label)}</span>
          </button>
        }
      >
        {children}
      </Popover>
      {isOn && (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={onClear}
          className="grid size-6 shrink-0 place-items-center hover:text-failed"
        >
          <X className="size-3" />
        </button>
      )}
    </span>
  )
}
