import { Search, Waypoints } from 'lucide-react'
import type { ActionsOf } from './action-context.ts'

const group = 'Canvas'

/** The actions of the search on the canvas. */
export const findActions: ActionsOf = (session, { empty, steps }) => [
  {
    id: 'designer.find',
    label: 'Find on canvas',
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
    label: 'Find where the step’s output is used',
    group,
    icon: Waypoints,
    shortcut: 'shift+u',
    keywords: ['references', 'result'],
    enabled: steps === 1,
    perform: () => {
      const [step] = session.selection.store.getState().steps
      session.find.open(`uses ${step}`)
    },
  },
]
