'use client'

import { useEffect, useState } from 'react'
import { chooseTheme, currentTheme, type Theme, themeLabels, themes } from '#components/shell/frame/theme.ts'
import { Choice } from './choice.tsx'
import { SettingsSection } from './settings-section.tsx'

export function AppearanceSection() {
  const [theme, setTheme] = useState<Theme>('system')
  useEffect(() => setTheme(currentTheme()), [])
  return (
    <SettingsSection title="Appearance" about="In this browser.">
      <Choice
        label="Theme"
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
