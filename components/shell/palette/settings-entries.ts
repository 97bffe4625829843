import { Settings } from 'lucide-react'
import { shellTexts } from '../texts/shell.ts'
import type { PaletteEntry } from './palette-entries.ts'

const sections = [
  { part: 'people', label: shellTexts.peopleAndGroups, keywords: ['users', 'approvers', 'managers', 'directory'] },
  { part: 'notifications', label: shellTexts.desktopNotifications, keywords: ['alerts', 'tasks'] },
  { part: 'appearance', label: shellTexts.appearance, keywords: ['theme', 'dark', 'light'] },
] as const

/** The sections of the settings, as places that the palette opens. */
export const settingsEntries = (goTo: (path: string) => void): readonly PaletteEntry[] =>
  sections.map(({ part, label, keywords }) => ({
    id: `settings ${part}`,
    label,
    group: shellTexts.settings,
    icon: Settings,
    weight: 0.8,
    keywords,
    perform: () => goTo(`/settings#${part}`),
  }))
