'use client'

import type { MatchCount } from '#components/api/models.ts'
import { classNames } from '#components/ui/class-names.ts'
import { type Tone, toneClasses } from '#components/ui/layout/tone.ts'
import { numberWord } from '../../count-words.ts'

interface ViewProps {
  label: string
  tone: Tone
  count: MatchCount | undefined
  isOn: boolean
  onSelect(): void
}

/** The button of a frequent query, with its count. */
export function View({ label, tone, count, isOn, onSelect }: ViewProps) {
  const isEmpty = !count?.count
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onSelect}
      className={classNames(
        'inline-flex h-6 items-center gap-1.5 rounded-[6px] border border-transparent px-1.75 text-small font-[550] whitespace-nowrap',
        isEmpty ? 'text-muted hover:bg-hover' : [toneClasses[tone], 'bg-tone-soft text-tone'],
        isOn && 'border-current',
      )}
    >
      {label}
      {count !== undefined && <span className="tabular-nums">{numberWord(count)}</span>}
    </button>
  )
}
