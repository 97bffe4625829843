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
import { commandsActionsTexts } from '../../texts/commands-actions.ts'
import { editCondition, insertOnSelected, moveRoute } from '../edge-commands.ts'
import { goToBesideEdge, goToEdge, goToEnd, openEdgeMenu } from '../edge-focus-commands.ts'
import type { ActionsOf } from './action-context.ts'

const group = 'Connections'
const onEdge = commandsActionsTexts.connectionOnCanvas

/** Actions for the selected edge, and the list of connections of a selected step. */
export const edgeActions: ActionsOf = (session, { broken, empty, edge, moves }) => [
  {
    id: 'designer.edge',
    label: commandsActionsTexts.goToConnectionOfStep,
    group,
    icon: Waypoints,
    shortcut: 'l',
    keywords: ['edge', 'line', 'route', 'select', 'walk'],
    enabled: !empty,
    perform: () => goToEdge(session),
  },
  {
    id: 'designer.insertOnEdge',
    label: commandsActionsTexts.insertStepOnConnection,
    group,
    icon: BetweenHorizontalStart,
    shortcut: 'shift+n',
    keywords: ['add', 'between', 'edge'],
    enabled: !broken && edge !== null,
    perform: () => insertOnSelected(session),
  },
  {
    id: 'designer.editCondition',
    label: commandsActionsTexts.editConditionOfRoute,
    group,
    icon: Pencil,
    shortcut: 'f2',
    keywords: ['if', 'edge', 'rule'],
    enabled: !broken && edge === 'route',
    perform: () => editCondition(session),
  },
  {
    id: 'designer.route.up',
    label: commandsActionsTexts.moveRouteUp,
    group,
    icon: ArrowUpWideNarrow,
    keywords: ['move', 'reorder', 'up'],
    enabled: !broken && moves.up,
    perform: () => moveRoute(session, 'up'),
  },
  {
    id: 'designer.route.down',
    label: commandsActionsTexts.moveRouteDown,
    group,
    icon: ArrowDownWideNarrow,
    keywords: ['move', 'reorder', 'down'],
    enabled: !broken && moves.down,
    perform: () => moveRoute(session, 'down'),
  },
  {
    id: 'designer.edge.source',
    label: commandsActionsTexts.goToSourceStep,
    group,
    icon: ArrowUpFromDot,
    keywords: ['edge', 'source', 'before'],
    enabled: edge !== null,
    perform: () => goToEnd(session, 'source'),
  },
  {
    id: 'designer.edge.target',
    label: commandsActionsTexts.goToTargetStep,
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
    ['up', 'source', commandsActionsTexts.goToSourceStep],
    ['down', 'target', commandsActionsTexts.goToTargetStep],
  ]
  const beside: readonly (readonly [WalkDirection, 1 | -1])[] = [
    ['right', 1],
    ['left', -1],
  ]
  return [
    ...ends.map(([direction, end, words]) => key(direction, words, `arrow${direction}`, () => goToEnd(session, end))),
    ...beside.map(([direction, by]) =>
      key(direction, commandsActionsTexts.goToNextOrPreviousConnection, `arrow${direction}`, () =>
        goToBesideEdge(session, by),
      ),
    ),
    key('menu', commandsActionsTexts.showAllActions, 'enter', openEdgeMenu),
  ]
}
