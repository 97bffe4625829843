'use client'

import { Contrast } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { shellTexts } from '../texts/shell.ts'
import { chooseTheme, currentTheme, type Theme, themeLabels, themes } from './theme.ts'

interface ThemeMenuProps {
  readonly className: string
  /** The class of the label, which a folded navigation hides. */
  readonly wordClassName: string
}

export function ThemeMenu({ className, wordClassName }: ThemeMenuProps) {
  const [theme, setTheme] = useState<Theme>('system')
  useEffect(() => setTheme(currentTheme()), [])
  const items = themes.map((choice) => ({
    id: choice,
    label: themeLabels[choice],
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
        <span className={wordClassName}>{shellTexts.theme}</span>
        <span className="ml-auto text-small font-normal text-faint rail:hidden">{themeLabels[theme]}</span>
      </button>
    </Menu>
  )
}
