import { ArrowDownWideNarrow, ArrowUpWideNarrow, BetweenHorizontalStart, Pencil } from 'lucide-react'
import { editCondition, insertOnSelected, moveRoute } from '../canvas/edge-commands.ts'
import type { ActionsOf } from './situation.ts'

const group = 'Connections'

/** What can be done with the selected edge; a selected step has a list of its connections besides. */
export const edgeActions: ActionsOf = (session, { broken, edge, moves }) => [
  {
    id: 'designer.insertOnEdge',
    label: 'Insert a step on the connection',
    group,
    icon: BetweenHorizontalStart,
    shortcut: 'shift+n',
    keywords: ['add', 'between', 'edge'],
    enabled: !broken && edge !== null,
    perform: () => insertOnSelected(session),
  },
  {
    id: 'designer.editCondition',
    label: 'Edit the condition of the route',
    group,
    icon: Pencil,
    shortcut: 'f2',
    keywords: ['if', 'edge', 'rule'],
    enabled: !broken && edge === 'route',
    perform: () => editCondition(session),
  },
  {
    id: 'designer.route.up',
    label: 'Try the route earlier',
    group,
    icon: ArrowUpWideNarrow,
    keywords: ['move', 'reorder', 'up'],
    enabled: !broken && moves.up,
    perform: () => moveRoute(session, 'up'),
  },
  {
    id: 'designer.route.down',
    label: 'Try the route later',
    group,
    icon: ArrowDownWideNarrow,
    keywords: ['move', 'reorder', 'down'],
    enabled: !broken && moves.down,
    perform: () => moveRoute(session, 'down'),
  },
]
