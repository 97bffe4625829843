import { ClipboardPaste, Copy, Scissors } from 'lucide-react'
import { commandsActionsTexts } from '../../texts/commands-actions.ts'
import { copyByCommand, pasteByCommand } from '../clipboard.ts'
import type { ActionsOf } from './action-context.ts'

const group = 'Steps'

/** The keys belong to the browser, whose events `useClipboard` answers; these records show them, and serve menus. */
export const clipboardActions: ActionsOf = (session, { broken, steps, notes, annotation }) => {
  const isAny = steps + notes > 0 || annotation === 'note'
  return [
    {
      id: 'designer.copy',
      label: commandsActionsTexts.copyAsYAML,
      group,
      icon: Copy,
      shortcut: 'mod+c',
      native: true,
      enabled: isAny,
      perform: () => copyByCommand('copy'),
    },
    {
      id: 'designer.cut',
      label: commandsActionsTexts.cut,
      group,
      icon: Scissors,
      shortcut: 'mod+x',
      native: true,
      enabled: !broken && isAny,
      perform: () => copyByCommand('cut'),
    },
    {
      id: 'designer.paste',
      label: commandsActionsTexts.pasteSteps,
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
}
