import { Redo2, Undo2 } from 'lucide-react'
import { commandsActionsTexts } from '../../texts/commands-actions.ts'
import type { ActionsOf } from './action-context.ts'

const group = 'History'

/** Undo and redo; the labels name the edit. */
export const historyActions: ActionsOf = (session, { undoes, redoes }) => [
  {
    id: 'designer.undo',
    label: undoes === undefined ? commandsActionsTexts.undo : commandsActionsTexts.undoUndoes(undoes),
    group,
    icon: Undo2,
    shortcut: 'mod+z',
    enabled: undoes !== undefined,
    perform: () => session.document.undo(),
  },
  {
    id: 'designer.redo',
    label: redoes === undefined ? commandsActionsTexts.redo : commandsActionsTexts.redoRedoes(redoes),
    group,
    icon: Redo2,
    shortcut: 'mod+shift+z',
    enabled: redoes !== undefined,
    perform: () => session.document.redo(),
  },
]
