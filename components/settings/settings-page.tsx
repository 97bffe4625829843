'use client'

import { useEffect, useState } from 'react'
import { chooseTheme, currentTheme, type Theme, themeLabels, themes } from '#components/shell/frame/theme.ts'
import { Choice } from './choice.tsx'
import { PeopleSection } from './people-section.tsx'
import { QuotaSection } from './quota-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { settingsTexts } from './texts/settings.ts'

/** People and groups, and the settings of this browser. */
export function SettingsPage() {
  return (
    <>
      <PeopleSection />
      <AppearanceSection />
      <QuotaSection />
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
