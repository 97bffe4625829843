'use client'

import { BookOpen, Compass, Keyboard, type LucideIcon, Server, Shapes } from 'lucide-react'
import type { HelpEntry } from '#components/api/models.ts'
import { useShellStore } from '#components/shell/frame/shell-store.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { helpTexts } from './texts/help.ts'
import { TourButton } from './tour/tour-button.tsx'

const icons: Readonly<Record<HelpEntry['group'], LucideIcon>> = {
  'Get started': Compass,
  Operate: Server,
  Reference: BookOpen,
  'Inside Heddle': Shapes,
}

/** The first page of the help: all pages with a sentence about each. */
export function HelpHome({ entries }: { entries: readonly HelpEntry[] }) {
  const groups = Map.groupBy(entries, ({ group }) => group)
  return (
    <div className="min-w-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-230 gap-8 px-8 py-8 max-sm:px-4">
        <header className="flex flex-wrap items-end justify-between gap-3">
          <div className="grid gap-1">
            <h2 className="text-heading">{helpTexts.howCanWeHelp}</h2>
            <p className="text-muted">{helpTexts.everythingAboutHeddle}</p>
          </div>
          <div className="flex flex-wrap gap-2">
            <TourButton size="large" />
            <Button icon={<Keyboard />} size="large" onClick={() => useShellStore.getState().show('shortcuts')}>
              {helpTexts.keyboardShortcuts}
            </Button>
          </div>
        </header>
        {entries.length === 0 && <HomeSkeleton />}
        {[...groups].map(([group, members]) => {
          const Icon = icons[group]
          return (
            <section key={group} aria-label={group} className="grid gap-3">
              <h3 className="flex items-center gap-2 text-title">
                <Icon aria-hidden="true" className="size-4 text-accent" />
                {group}
              </h3>
              <ul className="grid grid-cols-3 gap-2.5 max-lg:grid-cols-2 max-sm:grid-cols-1">
                {members.map(({ path, title, summary }) => (
                  <li key={path} className="grid">
                    <PageLink
                      href={path}
                      className="grid content-start gap-0.5 rounded-m border bg-surface px-3.5 py-3 hover:border-line-strong hover:bg-hover"
                    >
                      <span className="font-semibold">{title}</span>
                      <span className="text-small text-muted">{summary}</span>
                    </PageLink>
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
      </div>
    </div>
  )
}

function HomeSkeleton() {
  return (
    <div role="status" className="grid grid-cols-3 gap-2.5 max-lg:grid-cols-2 max-sm:grid-cols-1">
      <span className="sr-only">{helpTexts.loadingHelp}</span>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <Skeleton key={place} className="h-17 rounded-m" />
      ))}
    </div>
  )
}
