import { SquareDashed, SquareDashedMousePointer } from 'lucide-react'
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
    id: 'designer.deselect',
    label: 'Select nothing',
    group,
    icon: SquareDashed,
    shortcut: 'escape',
    enabled: steps + edges > 0,
    perform: session.selection.clear,
  },
]
