'use client'

import type { ReactNode } from 'react'
import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { SettingsNav } from './settings-nav.tsx'
import { settingsTexts } from './texts/settings.ts'

/** The frame of every page of the settings: the links to the others beside the sections of this one. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <TopBar crumbs={[{ label: settingsTexts.settings }]} />
      <div className="flex min-h-0 flex-1 max-md:flex-col">
        <SettingsNav />
        <div className="min-h-0 min-w-0 flex-1 overflow-y-auto">
          <div className="grid max-w-220 divide-y px-8.5 max-md:px-4">{children}</div>
        </div>
      </div>
    </>
  )
}
