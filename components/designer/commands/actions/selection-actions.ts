import { ListChecks, SquareDashed, SquareDashedMousePointer } from 'lucide-react'
import { freeNotes } from '#core/graph/notes.ts'
import type { Session } from '../../model/session.ts'
import { commandsActionsTexts } from '../../texts/commands-actions.ts'
import { leaveEdge } from '../edge-focus-commands.ts'
import type { ActionsOf } from './action-context.ts'

const group = 'Selection'

export const selectionActions: ActionsOf = (session, { empty, steps, edges, notes, annotation }) => [
  {
    id: 'designer.selectAll',
    label: commandsActionsTexts.selectAllStepsAndNotes,
    group,
    icon: SquareDashedMousePointer,
    shortcut: 'mod+a',
    yieldsToText: true,
    enabled: !empty,
    perform: () => {
      const { graph, text } = session.document.store.getState()
      const notes = new Set(freeNotes(text).map(({ id }) => id))
      session.selection.selectSteps(
        graph.nodes.map(({ id }) => id),
        notes,
      )
    },
  },
  {
    id: 'designer.several',
    label: commandsActionsTexts.turnMultipleSelectionInOutline,
    group,
    icon: ListChecks,
    keywords: ['touch', 'multiple'],
    enabled: !empty,
    perform: session.view.toggleSeveral,
  },
  {
    id: 'designer.deselect',
    label: commandsActionsTexts.backToStepOrClear,
    group,
    icon: SquareDashed,
    shortcut: 'escape',
    // From a note the way leads back to the steps first, with what is selected.
    enabled: steps + edges + notes > 0 && annotation === null,
    perform: () => {
      if (!leaveFields(session) && !leaveEdge(session)) session.selection.clear()
    },
  },
]

/** Moves the focus from the fields of a step back to the canvas or the outline; false if the focus is elsewhere. */
function leaveFields(session: Session): boolean {
  const { steps } = session.selection.store.getState()
  const [step] = steps
  if (step === undefined || !document.activeElement?.closest('aside')) return false
  session.view.returnTo(step)
  return true
}
