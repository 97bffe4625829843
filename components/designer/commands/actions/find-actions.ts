import { Search, Waypoints } from 'lucide-react'
import { commandsActionsTexts } from '../../texts/commands-actions.ts'
import type { ActionsOf } from './action-context.ts'

const group = 'Canvas'

/** The actions of the search on the canvas. */
export const findActions: ActionsOf = (session, { empty, steps }) => [
  {
    id: 'designer.find',
    label: commandsActionsTexts.findOnCanvas,
    group,
    icon: Search,
    shortcut: 'mod+f',
    yieldsToText: true,
    keywords: ['search', 'expression'],
    enabled: !empty,
    perform: () => session.find.open(),
  },
  {
    id: 'designer.findUses',
    label: commandsActionsTexts.findWhereStepsOutputIs,
    group,
    icon: Waypoints,
    shortcut: 'shift+u',
    keywords: ['references', 'result'],
    enabled: steps === 1,
    perform: () => {
      const [step] = session.selection.store.getState().steps
      session.find.open(commandsActionsTexts.uses(step))
    },
  },
]
