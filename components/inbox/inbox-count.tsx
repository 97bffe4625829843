'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { classNames } from '#components/ui/class-names.ts'
import { inboxTexts } from './texts/inbox.ts'
import { useInboxCounts } from './use-inbox-counts.ts'

const countEveryMs = 500

/** The number of open human tasks, kept up to date by the stream of changes. */
export function InboxCount() {
  const api = useApi()
  const queryClient = useQueryClient()
  const count = useInboxCounts()
  useRunChanges(() => queryClient.invalidateQueries(api.inbox.counts.queryFilter()), countEveryMs)
  if (!count.data || count.data.available === 0) return null
  const { available, late } = count.data
  return (
    <span
      className={classNames(
        'ml-auto rounded-full bg-tone-soft px-1.5 text-label text-tone rail:absolute rail:-top-0.5 rail:-right-1 rail:px-1',
        late > 0 ? 'tone-failed' : 'tone-human',
      )}
      title={late > 0 ? inboxTexts.overdue(late) : undefined}
    >
      {available}
      <span className="sr-only">
        {' '}
        {inboxTexts.open}
        {late > 0 && inboxTexts.overdueLate(late)}
      </span>
    </span>
  )
}
