'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { SearchBox } from '#components/shell/search-box.tsx'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { SkeletonRows } from '#components/ui/layout/skeleton.tsx'
import type { HelpIndex } from './help-index.ts'
import { helpTexts } from './texts/help.ts'

export interface HelpSearchBoxProps {
  value: string
  onChange(value: string): void
  className?: string
}

export function HelpSearchBox({ value, onChange, className }: HelpSearchBoxProps) {
  return (
    <SearchBox
      value={value}
      onChange={onChange}
      label={helpTexts.searchHelp}
      placeholder={helpTexts.searchPlaceholder}
      action={{ label: helpTexts.searchHelp, group: helpTexts.help }}
      {...(className && { className })}
    />
  )
}

/** The sections of the help that contain the typed words. */
export function HelpResults({ typed, onOpen }: { typed: string; onOpen: () => void }) {
  const index = useHelpIndex()
  if (!index) return <SkeletonRows rows={5} label={helpTexts.loadingHelp} />
  const matches = index(typed)
  if (matches.length === 0) {
    return <EmptyState title={helpTexts.noResults}>{helpTexts.tryAnotherWord}</EmptyState>
  }
  return (
    <>
      <p role="status" className="px-3 pb-1 text-small text-muted">
        {helpTexts.results(matches.length)}
      </p>
      <ul aria-label={helpTexts.searchHelp} className="grid gap-0.5">
        {matches.map(({ path, page, title, excerpt }) => (
          <li key={path}>
            <PageLink href={path} onClick={onOpen} className="grid gap-0.5 rounded-m px-3 py-2 hover:bg-hover">
              <span>
                <span className="font-semibold">{title}</span>
                {title !== page && <span className="text-muted"> · {page}</span>}
              </span>
              <span className="line-clamp-2 text-small text-muted">{excerpt}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The index, made in the browser at the first search: neither the texts nor the index belong to the page itself. */
function useHelpIndex(): HelpIndex | null {
  const api = useApi()
  const sections = useQuery(api.help.sections.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }))
  const [index, setIndex] = useState<{ readonly search: HelpIndex } | null>(null)
  useEffect(() => {
    if (!sections.data) return undefined
    let isGone = false
    import('./help-index.ts').then(({ createHelpIndex }) => {
      if (!isGone) setIndex({ search: createHelpIndex(sections.data) })
    })
    return () => {
      isGone = true
    }
  }, [sections.data])
  return index?.search ?? null
}
