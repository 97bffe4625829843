'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { House, Inbox, ListTree, type LucideIcon, Search, Settings, Workflow } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { ActAsMenu } from '#components/people/act-as-menu.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import { PageLink } from '#components/ui/page-link.tsx'
import { Logo } from './logo.tsx'
import { useShellStore } from './shell-store.ts'
import { ThemeMenu } from './theme-menu.tsx'

const rowClasses =
  'flex h-7.5 items-center gap-2.25 rounded-s px-2 font-medium text-muted hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:text-ink [&_svg]:size-3.75 [&_svg]:shrink-0'

/** The column on the left: where one can go, how much waits in the inbox, search and theme. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const show = useShellStore((state) => state.show)
  return (
    <nav aria-label="Main" className="flex h-full flex-col gap-0.5 bg-bg px-2 py-3">
      <PageLink
        likely
        href="/"
        {...(onNavigate ? { onClick: onNavigate } : {})}
        className="mb-2.5 flex items-center gap-2.25 rounded-s px-2 py-1 text-title tracking-[-0.01em]"
      >
        <Logo className="size-5 text-accent" />
        Heddle
      </PageLink>
      <Place href="/" label="Overview" icon={House} onNavigate={onNavigate} />
      <Place href="/workflows" label="Workflows" icon={Workflow} onNavigate={onNavigate} />
      <Place href="/runs" label="Runs" icon={ListTree} onNavigate={onNavigate} />
      <Place href="/inbox" label="Inbox" icon={Inbox} onNavigate={onNavigate}>
        <InboxCount />
      </Place>
      <div className="flex-1" />
      <button type="button" onClick={() => show('palette')} className={rowClasses}>
        <Search />
        Search
        <Kbd keys="mod+k" className="ml-auto" />
      </button>
      <ThemeMenu className={rowClasses} />
      <Place href="/settings" label="Settings" icon={Settings} onNavigate={onNavigate} />
      <ActAsMenu className={rowClasses} />
    </nav>
  )
}

interface PlaceProps {
  href: string
  label: string
  icon: LucideIcon
  onNavigate: (() => void) | undefined
  children?: React.ReactNode
}

function Place({ href, label, icon: Icon, onNavigate, children }: PlaceProps) {
  const pathname = usePathname()
  const isCurrent = href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)
  return (
    <PageLink
      likely
      href={href}
      {...(onNavigate ? { onClick: onNavigate } : {})}
      {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
      className={rowClasses}
    >
      <Icon />
      {label}
      {children}
    </PageLink>
  )
}

const countEveryMs = 500

/** How many human tasks are open, kept up to date by the stream of changes. */
function InboxCount() {
  const api = useApi()
  const queryClient = useQueryClient()
  const count = useQuery(api.inbox.counts.queryOptions())
  useRunChanges(() => queryClient.invalidateQueries(api.inbox.counts.queryFilter()), countEveryMs)
  if (!count.data || count.data.available === 0) return null
  const { available, late } = count.data
  return (
    <span
      className={classNames(
        'ml-auto rounded-full bg-tone-soft px-1.5 text-label text-tone',
        late > 0 ? 'tone-failed' : 'tone-human',
      )}
      title={late > 0 ? `${late} overdue` : undefined}
    >
      {available}
      <span className="sr-only"> open{late > 0 && `, ${late} overdue`}</span>
    </span>
  )
}
