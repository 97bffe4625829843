import {
  CalendarClock,
  CircleHelp,
  House,
  Inbox,
  Keyboard,
  ListTree,
  Lock,
  Monitor,
  Moon,
  PanelLeft,
  Search,
  Server,
  Settings,
  Sun,
  Workflow,
} from 'lucide-react'
import { foldNavigation } from '../frame/navigation-fold.ts'
import { useShellStore } from '../frame/shell-store.ts'
import { chooseTheme, type Theme } from '../frame/theme.ts'
import { shellTexts } from '../texts/shell.ts'
import { type Action, everywhere } from './action.ts'

const pages = [
  { id: 'overview', label: shellTexts.overview, path: '/', shortcut: 'g o', icon: House },
  { id: 'workflows', label: shellTexts.workflows, path: '/workflows', shortcut: 'g w', icon: Workflow },
  { id: 'runs', label: shellTexts.runs, path: '/runs', shortcut: 'g r', icon: ListTree },
  { id: 'inbox', label: shellTexts.inbox, path: '/inbox', shortcut: 'g i', icon: Inbox },
  { id: 'triggers', label: shellTexts.triggers, path: '/triggers', shortcut: 'g t', icon: CalendarClock },
  { id: 'locks', label: shellTexts.locks, path: '/locks', shortcut: 'g l', icon: Lock },
  { id: 'workers', label: shellTexts.workersAndEngines, path: '/workers', shortcut: 'g e', icon: Server },
  { id: 'help', label: shellTexts.help, path: '/docs', shortcut: 'g h', icon: CircleHelp },
  { id: 'settings', label: shellTexts.settings, path: '/settings', shortcut: 'g s', icon: Settings },
] as const

const themeActions: readonly { theme: Theme; label: string; icon: typeof Sun }[] = [
  { theme: 'light', label: shellTexts.lightTheme, icon: Sun },
  { theme: 'dark', label: shellTexts.darkTheme, icon: Moon },
  { theme: 'system', label: shellTexts.systemTheme, icon: Monitor },
]

/** The actions of every page; `goTo` opens another page. */
export function shellActions(goTo: (path: string) => void): readonly Action[] {
  const { show } = useShellStore.getState()
  return [
    ...pages.map((page) => ({
      id: `go.${page.id}`,
      label: page.label,
      group: everywhere.go,
      icon: page.icon,
      shortcut: page.shortcut,
      perform: () => goTo(page.path),
    })),
    {
      id: 'palette',
      label: shellTexts.searchAndCommands,
      group: everywhere.general,
      icon: Search,
      shortcut: 'mod+k',
      perform: () => show('palette'),
    },
    {
      id: 'shortcuts',
      label: shellTexts.keyboardShortcuts,
      group: everywhere.general,
      icon: Keyboard,
      shortcut: '?',
      perform: () => show('shortcuts'),
    },
    {
      id: 'navigation.fold',
      label: shellTexts.toggleSidebar,
      group: everywhere.general,
      icon: PanelLeft,
      shortcut: 'mod+b',
      keywords: ['sidebar', 'menu', 'hide', 'collapse'],
      perform: foldNavigation,
    },
    ...themeActions.map(({ theme, label, icon }) => ({
      id: `theme.${theme}`,
      label,
      group: everywhere.general,
      icon,
      keywords: ['theme', 'colour', 'mode'],
      perform: () => chooseTheme(theme),
    })),
  ]
}
