import { Copy, Pencil, Plus, Spline, Trash2 } from 'lucide-react'
import { duplicateSelection, removeSelection } from '../commands.ts'
import { paletteSearchId } from '../palette/palette-search-id.ts'
import { freePosition } from '../place-step.ts'
import type { Session } from '../session.ts'
import type { ActionsOf } from './situation.ts'

const group = 'Steps'

/** Adding steps, and what can be done with the selected ones. */
export const stepActions: ActionsOf = (session, { broken, steps, edges }) => {
  const remove = { group, icon: Trash2, enabled: !broken && steps + edges > 0, perform: () => removeSelection(session) }
  return [
    {
      id: 'designer.add',
      label: 'Add a step',
      group,
      icon: Plus,
      shortcut: 'n',
      enabled: !broken,
      perform: () => startAdding(session),
    },
    {
      id: 'designer.rename',
      label: 'Rename the step',
      group,
      icon: Pencil,
      shortcut: 'f2',
      enabled: !broken && steps === 1,
      perform: () => session.view.showField(['name'], 'main'),
    },
    {
      id: 'designer.connect',
      label: 'Connect the step to…',
      group,
      icon: Spline,
      shortcut: 'c',
      enabled: !broken && steps === 1,
      perform: () => session.view.openDialog('connect'),
    },
    {
      id: 'designer.duplicate',
      label: steps > 1 ? 'Duplicate the steps' : 'Duplicate the step',
      group,
      icon: Copy,
      shortcut: 'mod+d',
      yieldsToText: true,
      enabled: !broken && steps > 0,
      perform: () => duplicateSelection(session),
    },
    { ...remove, id: 'designer.remove', label: 'Delete the selection', shortcut: 'delete' },
    { ...remove, id: 'designer.remove.backspace', label: 'Delete the selection', shortcut: 'backspace' },
  ]
}

/** In the palette's search; without a palette, in a list of its own in the middle of the canvas. */
function startAdding(session: Session): void {
  const search = document.getElementById(paletteSearchId)
  if (search !== null) {
    search.focus()
    return
  }
  const [selected] = session.selection.store.getState().steps
  const position = freePosition(session, selected)
  session.view.startAdding({ position, at: session.canvas?.toScreen(position) ?? { left: 40, top: 120 } })
}
