'use client'

import { type ReactNode, useState } from 'react'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { SearchBox } from '#components/shell/search-box.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { SkeletonList } from '#components/ui/layout/skeleton.tsx'
import { useHydrated } from '#components/ui/pacing/use-hydrated.ts'
import { foundItems } from './found-items.ts'
import { settingsTexts } from './texts/settings.ts'

/** Items of a list that is searched, and items that are drawn before the person asks for more. */
const searchedFrom = 20
const drawnAtOnce = 100

export interface LoadedListProps<Item> {
  /** The name of the list, for its search. */
  title: string
  query: { readonly data: readonly Item[] | undefined; readonly error: unknown; refetch(): unknown }
  icon: ReactNode
  /** What an empty list says: that there is nothing, and what to do. */
  nothing: string
  nothingAbout?: string
  /** The texts by which an item is found. */
  textsOf(item: Item): readonly (string | null)[]
  children: (items: readonly Item[]) => ReactNode
}

/** A list of the settings in each of its states: loading, failed, empty, or its items; a long one with a search. */
export function LoadedList<Item>({ query, icon, nothing, nothingAbout, ...list }: LoadedListProps<Item>) {
  const { data, error, refetch } = query
  // Data can be there before the page is hydrated, which begins with what the server sent: the skeleton.
  const isHydrated = useHydrated()
  if (isHydrated && error && !data) return <FailureState error={error} onRetry={() => refetch()} isOfList />
  if (!isHydrated || !data) return <SkeletonList label={settingsTexts.loadingList(list.title)} />
  if (data.length > 0) return <Items {...list} items={data} />
  return (
    <EmptyState icon={icon} title={nothing} className="w-full max-w-none rounded-m border bg-surface py-9">
      {nothingAbout}
    </EmptyState>
  )
}

type ItemsProps<Item> = Pick<LoadedListProps<Item>, 'title' | 'textsOf' | 'children'> & { items: readonly Item[] }

function Items<Item>({ title, textsOf, children, items }: ItemsProps<Item>) {
  const [search, setSearch] = useState('')
  const [most, setMost] = useState(drawnAtOnce)
  const found = foundItems(items, search, textsOf)
  return (
    <div className="grid justify-items-start gap-3">
      {items.length > searchedFrom && (
        <SearchBox
          value={search}
          onChange={setSearch}
          label={settingsTexts.searchIn(title)}
          placeholder={settingsTexts.search}
          action={{ label: settingsTexts.searchIn(title), group: title }}
        />
      )}
      <div className="w-full">
        {found.length === 0 ? <p className="text-muted">{settingsTexts.noneFound}</p> : children(found.slice(0, most))}
      </div>
      {found.length > most && (
        <Button look="ghost" onClick={() => setMost(most + drawnAtOnce)}>
          {settingsTexts.showMore(found.length - most)}
        </Button>
      )}
    </div>
  )
}
