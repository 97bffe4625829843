import { ListChecks, SquareDashed, SquareDashedMousePointer } from 'lucide-react'
import { leaveEdge } from '../edge-focus/edge-focus-commands.ts'
import type { Session } from '../session.ts'
import type { ActionsOf } from './situation.ts'

const group = 'Selection'

export const selectionActions: ActionsOf = (session, { empty, steps, edges }) => [
  {
    id: 'designer.selectAll',
    label: 'Select every step',
    group,
    icon: SquareDashedMousePointer,
    shortcut: 'mod+a',
    yieldsToText: true,
    enabled: !empty,
    perform: () => session.selection.selectSteps(session.document.store.getState().graph.nodes.map((node) => node.id)),
  },
  {
    id: 'designer.several',
    label: 'Select several rows of the outline one by one, or no longer',
    group,
    icon: ListChecks,
    keywords: ['touch', 'multiple'],
    enabled: !empty,
    perform: session.view.toggleSeveral,
  },
  {
    id: 'designer.deselect',
    label: 'Back to the step from its fields or a connection, or select nothing',
    group,
    icon: SquareDashed,
    shortcut: 'escape',
    enabled: steps + edges > 0,
    perform: () => {
      if (!leaveFields(session) && !leaveEdge(session)) session.selection.clear()
    },
  },
]

/** From the fields of a step back to where they were opened from; false when the focus is elsewhere. */
function leaveFields(session: Session): boolean {
  const { steps } = session.selection.store.getState()
  const [step] = steps
  if (step === undefined || !document.activeElement?.closest('aside')) return false
  session.view.returnTo(step)
  return true
}
