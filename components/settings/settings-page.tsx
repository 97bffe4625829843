'use client'

import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { PeopleSection } from './people-section.tsx'

/** The settings of this Heddle and of this browser. */
export function SettingsPage() {
  return (
    <>
      <TopBar crumbs={[{ label: 'Settings' }]} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="grid max-w-220 divide-y px-8.5 max-md:px-4">
          <PeopleSection />
          <NotificationsSection />
          <AppearanceSection />
        </div>
      </div>
    </>
  )
}
