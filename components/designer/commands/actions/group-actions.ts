import { CornerDownRight, FoldVertical, Group, Layers2, TextCursorInput, UnfoldVertical, Ungroup } from 'lucide-react'
import { commandsActionsTexts } from '../../texts/commands-actions.ts'
import { goInside, toggleSelected } from '../expansion-commands.ts'
import { groupSelection, renameGroup, toggleGroups, ungroupSelection } from '../group-commands.ts'
import type { ActionsOf } from './action-context.ts'

const group = 'Canvas'

export const groupActions: ActionsOf = (session, { broken, steps, notOwn, groups, opens }) => [
  {
    id: 'designer.group',
    label: commandsActionsTexts.groupSteps,
    group,
    icon: Group,
    shortcut: 'mod+g',
    yieldsToText: true,
    keywords: ['frame', 'box'],
    enabled: !broken && steps > 0 && notOwn === undefined,
    why: notOwn,
    perform: () => groupSelection(session),
  },
  {
    id: 'designer.renameGroup',
    label: commandsActionsTexts.renameGroup,
    group,
    icon: TextCursorInput,
    shortcut: 'shift+f2',
    keywords: ['title', 'name', 'frame'],
    enabled: !broken && groups === 1,
    perform: () => renameGroup(session),
  },
  {
    id: 'designer.ungroup',
    label: commandsActionsTexts.ungroup,
    group,
    icon: Ungroup,
    shortcut: 'mod+shift+g',
    yieldsToText: true,
    enabled: !broken && groups > 0,
    perform: () => ungroupSelection(session),
  },
  {
    id: 'designer.fold',
    label: commandsActionsTexts.collapseOrExpandGroup,
    group,
    icon: FoldVertical,
    shortcut: 'shift+g',
    keywords: ['collapse', 'expand', 'frame'],
    enabled: !broken && groups > 0,
    perform: () => toggleGroups(session),
  },
  {
    id: 'designer.open',
    label: commandsActionsTexts.expandOrCollapseStepIn,
    group,
    icon: UnfoldVertical,
    shortcut: 'shift+e',
    keywords: ['expand', 'collapse', 'loop', 'body', 'sub-workflow', 'inside'],
    enabled: opens !== null,
    perform: () => toggleSelected(session),
  },
  {
    id: 'designer.goInside',
    label: commandsActionsTexts.goToFirstStepInside,
    group,
    icon: CornerDownRight,
    shortcut: 'shift+d',
    keywords: ['loop', 'body', 'enter', 'expand'],
    enabled: opens === 'LOOP',
    perform: () => goInside(session),
  },
  {
    id: 'designer.extract',
    label: commandsActionsTexts.extractToSubWorkflow,
    group,
    icon: Layers2,
    shortcut: 'shift+x',
    keywords: ['move', 'child', 'refactor'],
    enabled: !broken && steps > 0 && notOwn === undefined,
    why: notOwn,
    perform: () => session.view.openDialog('extract'),
  },
]
