'use client'

import { SearchX } from 'lucide-react'
import { Button } from '#components/ui/controls/button.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { listFiltersTexts } from '../../texts/list-filters.ts'
import { wrongWords } from './unreadable.ts'
import type { RunFilter } from './use-run-filter.ts'

/**
 * The page in place of the list for an unreadable condition: without it the list would show more runs than the address
 * means.
 */
export function UnreadableFilter({ filter: { wrong, mend, clear } }: { filter: RunFilter }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title={listFiltersTexts.partOfThisFilterIs}
      actions={
        <>
          <Button look="primary" onClick={mend}>
            {listFiltersTexts.removeInvalidFilters}
          </Button>
          <Button onClick={clear}>{listFiltersTexts.clearAllFilters}</Button>
        </>
      }
    >
      <ul className="grid gap-1">
        {wrong.map((each) => (
          <li key={`${each.key} ${each.text}`} className="wrap-anywhere">
            <b className="font-[550]">{wrongWords(each)}.</b> {each.sentence}
          </li>
        ))}
      </ul>
    </EmptyState>
  )
}
