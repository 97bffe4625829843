import {
  ArrowDownToDot,
  ArrowDownWideNarrow,
  ArrowUpFromDot,
  ArrowUpWideNarrow,
  BetweenHorizontalStart,
  Pencil,
  Waypoints,
} from 'lucide-react'
import type { WalkDirection } from '../../algorithms/steps/walk.ts'
import { editCondition, insertOnSelected, moveRoute } from '../edge-commands.ts'
import { goToBesideEdge, goToEdge, goToEnd, openEdgeMenu } from '../edge-focus-commands.ts'
import type { ActionsOf } from './action-context.ts'

const group = 'Connections'
const onEdge = 'Connection on the canvas'

/** Actions for the selected edge, and the list of connections of a selected step. */
export const edgeActions: ActionsOf = (session, { broken, empty, edge, moves }) => [
  {
    id: 'designer.edge',
    label: 'Go to a connection of the step',
    group,
    icon: Waypoints,
    shortcut: 'l',
    keywords: ['edge', 'line', 'route', 'select', 'walk'],
    enabled: !empty,
    perform: () => goToEdge(session),
  },
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
    label: 'Move the route up',
    group,
    icon: ArrowUpWideNarrow,
    keywords: ['move', 'reorder', 'up'],
    enabled: !broken && moves.up,
    perform: () => moveRoute(session, 'up'),
  },
  {
    id: 'designer.route.down',
    label: 'Move the route down',
    group,
    icon: ArrowDownWideNarrow,
    keywords: ['move', 'reorder', 'down'],
    enabled: !broken && moves.down,
    perform: () => moveRoute(session, 'down'),
  },
  {
    id: 'designer.edge.source',
    label: 'Go to the source step',
    group,
    icon: ArrowUpFromDot,
    keywords: ['edge', 'source', 'before'],
    enabled: edge !== null,
    perform: () => goToEnd(session, 'source'),
  },
  {
    id: 'designer.edge.target',
    label: 'Go to the target step',
    group,
    icon: ArrowDownToDot,
    keywords: ['edge', 'target', 'behind', 'next'],
    enabled: edge !== null,
    perform: () => goToEnd(session, 'target'),
  },
  ...edgeKeys(session),
]

/** Keys while an edge has the focus. */
function edgeKeys(session: Parameters<ActionsOf>[0]): ReturnType<ActionsOf> {
  const key = (id: string, family: string, shortcut: string, perform: () => void) => ({
    id: `edge.${id}`,
    label: `${family}: ${id}`,
    family,
    group: onEdge,
    scope: 'edge' as const,
    shortcut,
    perform,
  })
  const ends: readonly (readonly [WalkDirection, 'source' | 'target', string])[] = [
    ['up', 'source', 'Go to the source step'],
    ['down', 'target', 'Go to the target step'],
  ]
  const beside: readonly (readonly [WalkDirection, 1 | -1])[] = [
    ['right', 1],
    ['left', -1],
  ]
  return [
    ...ends.map(([direction, end, words]) => key(direction, words, `arrow${direction}`, () => goToEnd(session, end))),
    ...beside.map(([direction, by]) =>
      key(direction, 'Go to the next or previous connection of the step', `arrow${direction}`, () =>
        goToBesideEdge(session, by),
      ),
    ),
    key('menu', 'Show all actions', 'enter', openEdgeMenu),
  ]
}
