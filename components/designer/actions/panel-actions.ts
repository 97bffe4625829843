import { FileCode2, ListTree, TriangleAlert } from 'lucide-react'
import type { ActionsOf } from './situation.ts'

const group = 'Panels'

/** What stands under and beside the canvas. */
export const panelActions: ActionsOf = (session) => [
  {
    id: 'designer.yaml',
    label: 'Show the YAML',
    group,
    icon: FileCode2,
    shortcut: 'y',
    perform: () => session.view.openDock('yaml'),
  },
  {
    id: 'designer.problems',
    label: 'Show the problems',
    group,
    icon: TriangleAlert,
    shortcut: 'p',
    perform: () => session.view.openDock('problems'),
  },
  {
    id: 'designer.outline',
    label: 'Show the outline',
    group,
    icon: ListTree,
    shortcut: 'o',
    perform: () => session.view.openDock('outline'),
  },
]
