'use client'

import type { ReactNode } from 'react'
import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { SettingsNav } from './settings-nav.tsx'
import { settingsTexts } from './texts/settings.ts'

/** The frame of every page of the settings: the links to the others above, the sections of this one below. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <TopBar crumbs={[{ label: settingsTexts.settings }]} />
      <SettingsNav />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="grid max-w-220 divide-y px-8.5 max-md:px-4">{children}</div>
      </div>
    </>
  )
}
