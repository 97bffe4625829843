'use client'

import { useQueryClient } from '@tanstack/react-query'
import { House, Inbox, ListTree, type LucideIcon, PanelLeft, Search, Settings, Workflow } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { useInboxCounts } from '#components/inbox/use-inbox-counts.ts'
import { ActAsMenu } from '#components/people/act-as-menu.tsx'
import { IconButton } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import { PageLink } from '#components/ui/page-link.tsx'
import { Tooltip } from '#components/ui/tooltip.tsx'
import { Logo } from './logo.tsx'
import { foldNavigation } from './navigation-fold.ts'
import { useShellStore } from './shell-store.ts'
import { ThemeMenu } from './theme-menu.tsx'

/** Folded, a row is its icon alone; its words stay for screen readers. */
const rowClasses =
  'relative flex h-7.5 items-center gap-2.25 rounded-s px-2 font-medium text-muted hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:text-ink [&_svg]:size-3.75 [&_svg]:shrink-0'
const wordClasses = 'rail:sr-only'

/** The column on the left: where one can go, how much waits in the inbox, search and theme. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const show = useShellStore((state) => state.show)
  return (
    <nav aria-label="Main" className="flex h-full flex-col gap-0.5 bg-bg px-2 py-3">
      <div className="mb-2.5 flex items-center gap-1 rail:flex-col">
        <PageLink
          likely
          href="/"
          {...(onNavigate ? { onClick: onNavigate } : {})}
          className="flex flex-1 items-center gap-2.25 rounded-s px-2 py-1 text-title tracking-[-0.01em] rail:px-1.5"
        >
          <Logo className="size-5 text-accent" />
          <span className={wordClasses}>Heddle</span>
        </PageLink>
        {!onNavigate && <FoldButton />}
      </div>
      <Place href="/" label="Overview" icon={House} shortcut="g o" onNavigate={onNavigate} />
      <Place href="/workflows" label="Workflows" icon={Workflow} shortcut="g w" onNavigate={onNavigate} />
      <Place href="/runs" label="Runs" icon={ListTree} shortcut="g r" onNavigate={onNavigate} />
      <Place href="/inbox" label="Inbox" icon={Inbox} shortcut="g i" onNavigate={onNavigate}>
        <InboxCount />
      </Place>
      <div className="flex-1" />
      <button type="button" onClick={() => show('palette')} className={rowClasses}>
        <Search />
        <span className={wordClasses}>Search</span>
        <Kbd keys="mod+k" className="ml-auto rail:hidden" />
      </button>
      <ThemeMenu className={rowClasses} wordClassName={wordClasses} />
      <Place href="/settings" label="Settings" icon={Settings} shortcut="g s" onNavigate={onNavigate} />
      <ActAsMenu className={rowClasses} wordClassName={wordClasses} />
    </nav>
  )
}

function FoldButton() {
  return (
    <Tooltip content="Fold or unfold" shortcut="mod+b" side="right">
      <IconButton label="Fold or unfold the navigation" onClick={foldNavigation}>
        <PanelLeft />
      </IconButton>
    </Tooltip>
  )
}

interface PlaceProps {
  href: string
  label: string
  icon: LucideIcon
  shortcut: string
  onNavigate: (() => void) | undefined
  children?: React.ReactNode
}

function Place({ href, label, icon: Icon, shortcut, onNavigate, children }: PlaceProps) {
  const pathname = usePathname()
  const isCurrent = href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)
  return (
    <Tooltip content={label} shortcut={shortcut} side="right">
      <PageLink
        likely
        href={href}
        {...(onNavigate ? { onClick: onNavigate } : {})}
        {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
        className={rowClasses}
      >
        <Icon />
        <span className={wordClasses}>{label}</span>
        {children}
      </PageLink>
    </Tooltip>
  )
}

const countEveryMs = 500

/** How many human tasks are open, kept up to date by the stream of changes. */
function InboxCount() {
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
      title={late > 0 ? `${late} overdue` : undefined}
    >
      {available}
      <span className="sr-only"> open{late > 0 && `, ${late} overdue`}</span>
    </span>
  )
}
