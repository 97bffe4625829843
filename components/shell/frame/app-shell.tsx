'use client'

import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { Announcer } from '#components/ui/overlay/announcer.tsx'
import { Toaster } from '#components/ui/overlay/toaster.tsx'
import { TooltipProvider } from '#components/ui/overlay/tooltip.tsx'
import { ShortcutListener } from '../actions/shortcut-listener.tsx'
import { ShortcutSheet } from '../actions/shortcut-sheet.tsx'
import { useShellActions } from '../actions/use-shell-actions.ts'
import { CommandPalette } from '../palette/command-palette.tsx'
import { shellTexts } from '../texts/shell.ts'
import { ConnectionNotice } from './connection-notice.tsx'
import { Navigation, type NavigationSlots } from './navigation.tsx'
import { useShellStore } from './shell-store.ts'

const tooltipDelayMs = 400

interface AppShellProps {
  /** Bars above every page, such as the reminder of acting for another person. */
  readonly notices: ReactNode
  /** The number beside *Inbox* in the navigation. */
  readonly inboxCount: ReactNode
  /** The menu of the person who uses the app, at the bottom of the navigation. */
  readonly account: ReactNode
  /** Components without a place of their own on the page, such as notifications. */
  readonly background: ReactNode
  readonly children: ReactNode
}

/** The frame of every page. Features above the shell fill its slots from the root layout. */
export function AppShell({ notices, inboxCount, account, background, children }: AppShellProps) {
  useShellActions()
  return (
    <TooltipProvider delayDuration={tooltipDelayMs}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-16 rounded-s bg-accent px-3 py-1.5 font-medium text-on-accent focus:translate-y-0"
      >
        {shellTexts.skipToContent}
      </a>
      <div className="flex h-dvh overflow-hidden">
        <div className="w-52 shrink-0 border-r max-md:hidden rail:w-12">
          <Navigation inboxCount={inboxCount} account={account} />
        </div>
        <div className="flex min-w-0 flex-1 flex-col">
          <ConnectionNotice />
          {notices}
          <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
            {children}
          </main>
        </div>
      </div>
      <NavigationDrawer inboxCount={inboxCount} account={account} />
      <CommandPalette />
      <ShortcutSheet />
      <ShortcutListener />
      <Toaster />
      <Announcer />
      {background}
    </TooltipProvider>
  )
}

/** The navigation on a narrow screen. */
function NavigationDrawer(slots: NavigationSlots) {
  const { open, show } = useShellStore()
  return (
    <Primitive.Root open={open === 'navigation'} onOpenChange={(next) => show(next ? 'navigation' : null)}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 w-60 border-r bg-bg shadow-high outline-none"
        >
          <Primitive.Title className="sr-only">{shellTexts.navigation}</Primitive.Title>
          <Navigation {...slots} onNavigate={() => show(null)} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
