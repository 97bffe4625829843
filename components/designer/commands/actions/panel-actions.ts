import { FileCode2, ListTree, PanelBottom, PanelRight, TriangleAlert, Waypoints } from 'lucide-react'
import { commandsActionsTexts } from '../../texts/commands-actions.ts'
import type { ActionsOf } from './action-context.ts'

const group = 'Panels'

/** Actions for the panels under and beside the canvas. */
export const panelActions: ActionsOf = (session, { empty }) => [
  {
    id: 'designer.canvas',
    label: commandsActionsTexts.goToCanvas,
    group,
    icon: Waypoints,
    shortcut: 'v',
    enabled: !empty,
    perform: () => {
      const step = session.selection.store.getState().current ?? session.flow.store.getState().nodes[0]?.id
      if (step !== undefined) session.view.showStep(step, true)
    },
  },
  {
    id: 'designer.fields',
    label: commandsActionsTexts.goToFields,
    group,
    icon: PanelRight,
    shortcut: 'f',
    keywords: ['inspector'],
    perform: () => session.view.showField(['title'], 'main'),
  },
  {
    id: 'designer.yaml',
    label: commandsActionsTexts.goToYAML,
    group,
    icon: FileCode2,
    shortcut: 'y',
    perform: () => session.view.goToPanel('yaml'),
  },
  {
    id: 'designer.problems',
    label: commandsActionsTexts.goToProblems,
    group,
    icon: TriangleAlert,
    shortcut: 'p',
    perform: () => session.view.goToPanel('problems'),
  },
  {
    id: 'designer.outline',
    label: commandsActionsTexts.goToOutline,
    group,
    icon: ListTree,
    shortcut: 'o',
    perform: () => session.view.goToPanel('outline'),
  },
  {
    id: 'designer.panel',
    label: commandsActionsTexts.showOrHideLowerPanel,
    group,
    icon: PanelBottom,
    shortcut: 'mod+j',
    perform: session.view.toggleDock,
  },
]
