'use client'

import { Contrast } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Menu } from '#components/ui/menu.tsx'
import { chooseTheme, currentTheme, type Theme } from './theme.ts'

const labels: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

export function ThemeMenu({ className }: { className: string }) {
  const [theme, setTheme] = useState<Theme>('system')
  useEffect(() => setTheme(currentTheme()), [])
  const items = (['system', 'light', 'dark'] as const).map((choice) => ({
    id: choice,
    label: labels[choice],
    checked: theme === choice,
    onSelect: () => {
      chooseTheme(choice)
      setTheme(choice)
    },
  }))
  return (
    <Menu items={items} align="start" side="top">
      <button type="button" className={className}>
        <Contrast />
        Theme
        <span className="ml-auto text-small font-normal text-faint">{labels[theme]}</span>
      </button>
    </Menu>
  )
}
