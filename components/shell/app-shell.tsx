'use client'

import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { TaskNotifier } from '#components/inbox/notify/task-notifier.tsx'
import { ActingNotice } from '#components/people/acting-notice.tsx'
import { Announcer } from '#components/ui/announcer.tsx'
import { Toaster } from '#components/ui/toaster.tsx'
import { TooltipProvider } from '#components/ui/tooltip.tsx'
import { CommandPalette } from './command-palette.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { Navigation } from './navigation.tsx'
import { useShellStore } from './shell-store.ts'
import { ShortcutListener } from './shortcut-listener.tsx'
import { ShortcutSheet } from './shortcut-sheet.tsx'
import { useShellActions } from './use-shell-actions.ts'

const tooltipDelayMs = 400

/** What surrounds every page. */
export function AppShell({ children }: { children: ReactNode }) {
  useShellActions()
  return (
    <TooltipProvider delayDuration={tooltipDelayMs}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-16 rounded-s bg-accent px-3 py-1.5 font-medium text-on-accent focus:translate-y-0"
      >
        Skip to the content
      </a>
      <div className="flex h-dvh overflow-hidden">
        <div className="w-52 shrink-0 border-r max-md:hidden rail:w-12">
          <Navigation />
        </div>
        <div className="flex min-w-0 flex-1 flex-col">
          <ConnectionNotice />
          <ActingNotice />
          <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
            {children}
          </main>
        </div>
      </div>
      <NavigationDrawer />
      <CommandPalette />
      <ShortcutSheet />
      <ShortcutListener />
      <Toaster />
      <Announcer />
      <TaskNotifier />
    </TooltipProvider>
  )
}

/** The navigation on a narrow screen. */
function NavigationDrawer() {
  const { open, show } = useShellStore()
  return (
    <Primitive.Root open={open === 'navigation'} onOpenChange={(next) => show(next ? 'navigation' : null)}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 w-60 border-r bg-bg shadow-high outline-none"
        >
          <Primitive.Title className="sr-only">Navigation</Primitive.Title>
          <Navigation onNavigate={() => show(null)} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
