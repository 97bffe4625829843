import { Group, Layers2, Ungroup } from 'lucide-react'
import { groupSelection, groupsOfSelection, ungroupSelection } from '../groups/group-commands.ts'
import type { ActionsOf } from './situation.ts'

const group = 'Canvas'

export const groupActions: ActionsOf = (session, { broken, steps }) => [
  {
    id: 'designer.group',
    label: 'Group the steps',
    group,
    icon: Group,
    shortcut: 'mod+g',
    yieldsToText: true,
    keywords: ['frame', 'box'],
    enabled: !broken && steps > 0,
    perform: () => groupSelection(session),
  },
  {
    id: 'designer.ungroup',
    label: 'Ungroup',
    group,
    icon: Ungroup,
    shortcut: 'mod+shift+g',
    yieldsToText: true,
    enabled: !broken && steps > 0 && groupsOfSelection(session).length > 0,
    perform: () => ungroupSelection(session),
  },
  {
    id: 'designer.extract',
    label: 'Extract to a sub-workflow…',
    group,
    icon: Layers2,
    shortcut: 'shift+x',
    keywords: ['move', 'child', 'refactor'],
    enabled: !broken && steps > 0,
    perform: () => session.view.openDialog('extract'),
  },
]
