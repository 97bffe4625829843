'use client'

import {
  CalendarClock,
  CircleHelp,
  House,
  Inbox,
  ListTree,
  Lock,
  type LucideIcon,
  PanelLeft,
  Search,
  Server,
  Settings,
  Workflow,
} from 'lucide-react'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { IconButton } from '#components/ui/controls/button.tsx'
import { Kbd } from '#components/ui/controls/kbd.tsx'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { shellTexts } from '../texts/shell.ts'
import { Logo } from './logo.tsx'
import { foldNavigation } from './navigation-fold.ts'
import { useShellStore } from './shell-store.ts'
import { ThemeMenu } from './theme-menu.tsx'

/** The classes of a row of the navigation. Folded, a row is its icon alone. */
export const rowClasses =
  'relative flex h-7.5 items-center gap-2.25 rounded-s px-2 font-medium text-muted hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:text-ink [&_svg]:size-3.75 [&_svg]:shrink-0'
/** The classes of a row's words, which stay for screen readers in the folded navigation. */
export const wordClasses = 'rail:sr-only'

export interface NavigationSlots {
  /** The number beside *Inbox*. */
  readonly inboxCount: ReactNode
  /** The menu of the person who uses the app. */
  readonly account: ReactNode
}

/** The column on the left: the pages, the number of open tasks, search, theme and account. */
export function Navigation({ inboxCount, account, onNavigate }: NavigationSlots & { onNavigate?: () => void }) {
  const show = useShellStore((state) => state.show)
  return (
    <nav aria-label={shellTexts.main} className="flex h-full flex-col gap-0.5 bg-bg px-2 py-3">
      <div className="mb-2.5 flex items-center gap-1 rail:flex-col">
        <PageLink
          likely
          href="/"
          {...(onNavigate ? { onClick: onNavigate } : {})}
          className="flex flex-1 items-center gap-2.25 rounded-s px-2 py-1 text-title tracking-[-0.01em] rail:px-1.5"
        >
          <Logo className="size-5 text-accent" />
          <span className={wordClasses}>{shellTexts.heddle}</span>
        </PageLink>
        {!onNavigate && <FoldButton />}
      </div>
      <NavigationLink href="/" label={shellTexts.overview} icon={House} shortcut="g o" onNavigate={onNavigate} />
      <NavigationLink
        href="/workflows"
        label={shellTexts.workflows}
        icon={Workflow}
        shortcut="g w"
        onNavigate={onNavigate}
      />
      <NavigationLink href="/runs" label={shellTexts.runs} icon={ListTree} shortcut="g r" onNavigate={onNavigate} />
      <NavigationLink href="/inbox" label={shellTexts.inbox} icon={Inbox} shortcut="g i" onNavigate={onNavigate}>
        {inboxCount}
      </NavigationLink>
      <NavigationLink
        href="/triggers"
        label={shellTexts.triggers}
        icon={CalendarClock}
        shortcut="g t"
        onNavigate={onNavigate}
      />
      <NavigationLink href="/locks" label={shellTexts.locks} icon={Lock} shortcut="g l" onNavigate={onNavigate} />
      <NavigationLink
        href="/workers"
        label={shellTexts.workersAndEngines}
        icon={Server}
        shortcut="g e"
        onNavigate={onNavigate}
      />
      <div className="flex-1" />
      <button type="button" onClick={() => show('palette')} className={rowClasses}>
        <Search />
        <span className={wordClasses}>{shellTexts.search}</span>
        <Kbd keys="mod+k" className="ml-auto rail:hidden" />
      </button>
      <ThemeMenu className={rowClasses} wordClassName={wordClasses} />
      <NavigationLink href="/docs" label={shellTexts.help} icon={CircleHelp} shortcut="g h" onNavigate={onNavigate} />
      <NavigationLink
        href="/settings"
        label={shellTexts.settings}
        icon={Settings}
        shortcut="g s"
        onNavigate={onNavigate}
      />
      {account}
    </nav>
  )
}

function FoldButton() {
  return (
    <Tooltip content={shellTexts.toggleSidebar} shortcut="mod+b" side="right">
      <IconButton label={shellTexts.toggleSidebar} onClick={foldNavigation}>
        <PanelLeft />
      </IconButton>
    </Tooltip>
  )
}

interface NavigationLinkProps {
  href: string
  label: string
  icon: LucideIcon
  shortcut: string
  onNavigate: (() => void) | undefined
  children?: ReactNode
}

function NavigationLink({ href, label, icon: Icon, shortcut, onNavigate, children }: NavigationLinkProps) {
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
