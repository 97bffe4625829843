import { ClipboardPaste, Copy, Scissors } from 'lucide-react'
import { copyByCommand, pasteByCommand } from '../clipboard/clipboard.ts'
import type { ActionsOf } from './situation.ts'

const group = 'Steps'

/** The keys belong to the browser, whose events `useClipboard` answers; these records show them, and serve menus. */
export const clipboardActions: ActionsOf = (session, { broken, steps }) => [
  {
    id: 'designer.copy',
    label: 'Copy as YAML',
    group,
    icon: Copy,
    shortcut: 'mod+c',
    native: true,
    enabled: steps > 0,
    perform: () => copyByCommand('copy'),
  },
  {
    id: 'designer.cut',
    label: 'Cut',
    group,
    icon: Scissors,
    shortcut: 'mod+x',
    native: true,
    enabled: !broken && steps > 0,
    perform: () => copyByCommand('cut'),
  },
  {
    id: 'designer.paste',
    label: 'Paste steps',
    group,
    icon: ClipboardPaste,
    shortcut: 'mod+v',
    native: true,
    enabled: !broken,
    perform: () => {
      pasteByCommand(session)
    },
  },
]
