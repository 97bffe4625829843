'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { classNames } from '#components/ui/class-names.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { type Inbox, type Scope, scopes } from './use-inbox.ts'

const labels: Record<Scope, string> = { available: 'Available', mine: 'Mine', all: 'All', done: 'Done' }

export function InboxScopes({ inbox: { params, setParams } }: { inbox: Inbox }) {
  const api = useApi()
  const count = useQuery(api.inbox.counts.queryOptions())
  const open = useHydrated() ? (count.data?.available ?? 0) : 0
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5" aria-label="Which tasks">
      {scopes.map((scope) => {
        const isCounted = scope === 'available' && open > 0
        return (
          <button
            key={scope}
            type="button"
            aria-pressed={params.scope === scope}
            onClick={() => void setParams({ scope, task: null })}
            className={classNames(
              'inline-flex h-6 items-center gap-1.5 rounded-[6px] border border-transparent px-1.75 text-[11.5px] font-[550] aria-pressed:border-current',
              isCounted ? 'tone-human bg-tone-soft text-tone' : 'text-muted hover:bg-hover aria-pressed:text-ink',
            )}
          >
            {labels[scope]}
            {isCounted && <span>{open}</span>}
          </button>
        )
      })}
    </fieldset>
  )
}
