'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { HelpEntry } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { DocContent } from './doc-content.tsx'
import { HelpHome } from './help-home.tsx'
import { HelpResults, HelpSearchBox } from './help-search.tsx'
import { helpTexts } from './texts/help.ts'
import { useHelpEntries } from './use-help-entries.ts'

/** The documentation inside the app; `path` is below /docs, and empty for its first page. */
export function HelpPage({ path, actions }: { path: string; actions?: ReactNode }) {
  const entries = useHelpEntries()
  const [typed, setTyped] = useState('')
  const current = entries.find((entry) => entry.path === `/docs/${path}`)
  const isHome = path === ''
  return (
    <>
      <TopBar
        crumbs={
          isHome
            ? [{ label: helpTexts.help }]
            : [{ label: helpTexts.help, href: '/docs' }, { label: current?.title ?? helpTexts.help }]
        }
        actions={
          <>
            <HelpSearchBox
              value={typed}
              onChange={setTyped}
              className="w-72 max-md:w-44 max-sm:w-[calc(100vw-1.75rem)]"
            />
            {actions}
          </>
        }
      />
      <div className="flex min-h-0 flex-1">
        <Contents entries={entries} path={path} className="w-58 shrink-0 border-r max-lg:hidden" />
        {typed.trim() !== '' ? (
          <div className="min-w-0 flex-1 overflow-y-auto">
            <div className="mx-auto max-w-180 px-5 py-6">
              <HelpResults typed={typed} onOpen={() => setTyped('')} />
            </div>
          </div>
        ) : isHome ? (
          <HelpHome entries={entries} />
        ) : (
          <Article key={path} path={path} entries={entries} />
        )}
      </div>
    </>
  )
}

function Contents({ entries, path, className }: { entries: readonly HelpEntry[]; path: string; className: string }) {
  const groups = Map.groupBy(entries, ({ group }) => group)
  return (
    <nav aria-label={helpTexts.contents} className={classNames('overflow-y-auto bg-surface px-2 py-3', className)}>
      {[...groups].map(([group, members]) => (
        <section key={group} className="pb-3">
          <h2 className="px-2 pt-1 pb-1 text-small font-semibold text-faint">{group}</h2>
          <ul>
            {members.map((entry) => (
              <li key={entry.path}>
                <PageLink
                  href={entry.path}
                  {...(entry.path === `/docs/${path}` && { 'aria-current': 'page' as const })}
                  className="block truncate rounded-s px-2 py-1 text-muted hover:bg-hover hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent"
                >
                  {entry.title}
                </PageLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function Article({ path, entries }: { path: string; entries: readonly HelpEntry[] }) {
  const api = useApi()
  const page = useQuery(api.help.page.queryOptions({ path }, { staleTime: Number.POSITIVE_INFINITY }))
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The content comes after the browser has looked for the anchor of the address.
    if (page.data && location.hash)
      document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
  }, [page.data])
  if (page.isError) {
    return (
      <div className="min-w-0 flex-1 overflow-y-auto">
        <FailureState error={page.error} onRetry={() => page.refetch()} />
      </div>
    )
  }
  const data = page.data
  const sections = data?.headings.filter(({ level }) => level <= 3) ?? []
  return (
    <div ref={scroller} className="min-w-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-270 gap-10 px-8 py-7 max-sm:px-4">
        <article className="min-w-0 flex-1 pb-16 [overflow-wrap:anywhere]">
          {data ? (
            <>
              <header className="grid gap-1 pb-2">
                <h2 className="text-heading">{data.title}</h2>
                <p className="text-muted">{data.summary}</p>
              </header>
              <DocContent blocks={data.blocks} />
              <Neighbours path={path} entries={entries} />
            </>
          ) : (
            <ArticleSkeleton />
          )}
        </article>
        {sections.length > 2 && (
          <nav aria-label={helpTexts.onThisPage} className="sticky top-0 w-48 shrink-0 self-start max-xl:hidden">
            <h2 className="pb-1 text-small font-semibold text-faint">{helpTexts.onThisPage}</h2>
            <ul className="grid max-h-[calc(100dvh-9rem)] overflow-y-auto border-l">
              {sections.map(({ id, title, level }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className={classNames(
                      'block truncate py-1 pr-1 text-small text-muted hover:text-ink',
                      level > 2 ? 'pl-6' : 'pl-3',
                    )}
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </div>
  )
}

/** Links to the pages before and after this one. */
function Neighbours({ path, entries }: { path: string; entries: readonly HelpEntry[] }) {
  const at = entries.findIndex((entry) => entry.path === `/docs/${path}`)
  const [previous, next] = [entries[at - 1], entries[at + 1]]
  const look = 'grid gap-0.5 rounded-m border px-3.5 py-2.5 hover:bg-hover'
  return (
    <footer className="mt-12 grid grid-cols-2 gap-3 border-t pt-6 max-sm:grid-cols-1">
      {previous ? (
        <PageLink href={previous.path} className={look}>
          <span className="flex items-center gap-1 text-small text-muted">
            <ArrowLeft aria-hidden="true" className="size-3.5" />
            {helpTexts.previous}
          </span>
          <span className="font-medium">{previous.title}</span>
        </PageLink>
      ) : (
        <span className="max-sm:hidden" />
      )}
      {next && (
        <PageLink href={next.path} className={classNames(look, 'justify-items-end text-right')}>
          <span className="flex items-center gap-1 text-small text-muted">
            {helpTexts.next}
            <ArrowRight aria-hidden="true" className="size-3.5" />
          </span>
          <span className="font-medium">{next.title}</span>
        </PageLink>
      )}
    </footer>
  )
}

function ArticleSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{helpTexts.loadingHelp}</span>
      <Skeleton className="h-7 w-64" />
      <Skeleton className="w-96 max-w-full" />
      {[100, 92, 96, 70, 0, 98, 94, 60].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of the skeleton never change
        <div key={index} style={{ width: `${width}%` }}>
          <Skeleton />
        </div>
      ))}
    </div>
  )
}
