'use client'

import { useMe } from '#components/people/use-people.ts'
import { classNames } from '#components/ui/class-names.ts'
import { useHydrated } from '#components/ui/pacing/use-hydrated.ts'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { listTexts } from '../texts/list.ts'
import { useInboxCounts } from '../use-inbox-counts.ts'
import { type Scope, scopeLabels, scopes } from './inbox-query.ts'
import type { Inbox } from './use-inbox.ts'

/** Which tasks: each list with how many it holds. `All` is for managers. */
export function InboxScopes({ inbox: { scope, narrow } }: { inbox: Inbox }) {
  const me = useMe()
  const counted = useInboxCounts()
  const counts = useHydrated() ? counted.data : undefined
  const shown = scopes.filter((each) => each !== 'all' || me?.manager === true || scope === 'all')
  return (
    <fieldset className="flex flex-wrap items-center gap-1" aria-label={listTexts.taskLists}>
      {shown.map((each) => (
        <ScopeButton
          key={each}
          scope={each}
          count={each === 'done' ? undefined : (counts?.[each] ?? undefined)}
          isOn={each === scope}
          onSelect={() => narrow({ scope: each })}
        />
      ))}
    </fieldset>
  )
}

interface ScopeButtonProps {
  scope: Scope
  count: number | undefined
  isOn: boolean
  onSelect(): void
}

function ScopeButton({ scope, count, isOn, onSelect }: ScopeButtonProps) {
  const presses = scope === 'available' && count !== undefined && count > 0
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onSelect}
      className={classNames(
        'inline-flex h-6 items-center gap-1.5 rounded-[6px] border border-transparent px-1.75 text-small font-[550] whitespace-nowrap aria-pressed:border-current',
        presses ? 'tone-human bg-tone-soft text-tone' : 'text-muted hover:bg-hover aria-pressed:text-ink',
      )}
    >
      {scopeLabels[scope]}
      {count !== undefined && count > 0 && <span>{formatNumber(count)}</span>}
    </button>
  )
}
