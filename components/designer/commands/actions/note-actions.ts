import { StickyNote } from 'lucide-react'
import { nodeSize } from '#components/canvas/measures.ts'
import { commandsActionsTexts } from '../../texts/commands-actions.ts'
import { editAnnotation } from '../annotation-commands.ts'
import type { ActionsOf } from './action-context.ts'

const group = 'Canvas'

/** Notes are comments of the YAML. */
export const noteActions: ActionsOf = (session, { broken, steps, annotation, noted }) => [
  {
    id: 'designer.note',
    label: noteWords(annotation === 'note', steps === 1, noted),
    group,
    icon: StickyNote,
    shortcut: 'shift+m',
    keywords: ['comment', 'sticky'],
    enabled: !broken,
    perform: () => {
      if (annotation === 'note') {
        editAnnotation(session)
        return
      }
      const { steps: selected } = session.selection.store.getState()
      const [step] = selected.size === 1 ? selected : []
      const middle = session.canvas?.centre() ?? { x: 0, y: 0 }
      const position = { x: middle.x - nodeSize.width / 2, y: middle.y - nodeSize.height }
      session.notes.write(step === undefined ? { kind: 'new', position } : { kind: 'step', step })
      if (step !== undefined) session.view.showStep(step)
    },
  },
]

function noteWords(isOnNote: boolean, isOnStep: boolean, isThere: boolean): string {
  if (isOnNote) return commandsActionsTexts.editNote
  if (!isOnStep) return commandsActionsTexts.writeNote
  return isThere ? commandsActionsTexts.editNoteOnStep : commandsActionsTexts.writeNoteOnStep
}
