'use client'

import { useEffect, useState } from 'react'
import { chooseTheme, currentTheme, type Theme, themeLabels, themes } from '#components/shell/frame/theme.ts'
import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { Choice } from './choice.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { PeopleSection } from './people-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { settingsTexts } from './texts/settings.ts'

/** The settings of this Heddle and of this browser. */
export function SettingsPage() {
  return (
    <>
      <TopBar crumbs={[{ label: settingsTexts.settings }]} />
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

function AppearanceSection() {
  const [theme, setTheme] = useState<Theme>('system')
  useEffect(() => setTheme(currentTheme()), [])
  return (
    <SettingsSection id="appearance" title={settingsTexts.appearance} about={settingsTexts.forThisBrowser}>
      <Choice
        label={settingsTexts.theme}
        value={theme}
        options={themes.map((value) => ({ value, label: themeLabels[value] }))}
        onChange={(next) => {
          chooseTheme(next)
          setTheme(next)
        }}
      />
    </SettingsSection>
  )
}
