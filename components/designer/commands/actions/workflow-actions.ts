import {
  ArrowDownToLine,
  BellRing,
  Grid3x3,
  History,
  Link,
  ListTree,
  Play,
  Rocket,
  RotateCcw,
  Wrench,
} from 'lucide-react'
import { alertsPath, draftStepPath, runsPath, workflowPath } from '#components/shell/paths.ts'
import { copyLink } from '#components/ui/text/copy-link.ts'
import { downloadText } from '#components/ui/text/download-text.ts'
import { commandsActionsTexts } from '../../texts/commands-actions.ts'
import { mendSelected } from '../reveal.ts'
import type { ActionsOf } from './action-context.ts'

const group = 'Workflow'

/** Actions for the workflow as a whole. */
export const workflowActions: ActionsOf = (session, { steps, repair, versions, goTo }) => [
  {
    id: 'designer.run',
    label: commandsActionsTexts.run,
    group,
    icon: Play,
    shortcut: 'mod+enter',
    keywords: ['start', 'test'],
    perform: () => session.view.openDialog('run'),
  },
  {
    id: 'designer.publish',
    label: commandsActionsTexts.publish,
    group,
    icon: Rocket,
    shortcut: 'mod+shift+enter',
    perform: () => session.view.openDialog('publish'),
  },
  {
    id: 'designer.versions',
    label: commandsActionsTexts.showVersions,
    group,
    icon: History,
    keywords: ['history', 'restore', 'compare', 'diff', 'kept'],
    perform: () => session.view.openDialog('versions'),
  },
  {
    id: 'designer.restore',
    label: commandsActionsTexts.restoreVersion,
    group,
    icon: RotateCcw,
    keywords: ['back', 'revert', 'published'],
    enabled: versions,
    perform: () => session.view.openDialog('versions'),
  },
  {
    id: 'designer.runs',
    label: commandsActionsTexts.viewRuns,
    group,
    icon: ListTree,
    keywords: ['executions', 'history'],
    perform: () => goTo(runsPath({ workflow: session.name })),
  },
  {
    id: 'designer.runsByStep',
    label: commandsActionsTexts.viewStepsAcrossRuns,
    group,
    icon: Grid3x3,
    keywords: ['grid', 'executions', 'matrix'],
    perform: () => goTo(runsPath({ workflow: session.name, by: 'step' })),
  },
  {
    id: 'designer.alerts',
    label: commandsActionsTexts.alerts,
    group,
    icon: BellRing,
    keywords: ['mail', 'webhook', 'notify', 'failed', 'late', 'stuck'],
    perform: () => goTo(alertsPath(session.name)),
  },
  {
    id: 'designer.mend',
    label: commandsActionsTexts.fix(repair ?? ''),
    group,
    icon: Wrench,
    shortcut: 'mod+.',
    keywords: [commandsActionsTexts.quickFix, 'repair'],
    enabled: repair !== undefined,
    perform: () => mendSelected(session),
  },
  {
    id: 'designer.copyLink',
    label: steps === 1 ? commandsActionsTexts.copyLinkToStep : commandsActionsTexts.copyLinkToWorkflow,
    group,
    icon: Link,
    shortcut: 'shift+l',
    keywords: ['share', 'address', 'url'],
    perform: () => {
      const { steps: selected } = session.selection.store.getState()
      const [step] = selected.size === 1 ? selected : []
      copyLink(step === undefined ? workflowPath(session.name) : draftStepPath(session.name, step))
    },
  },
  {
    id: 'designer.export',
    label: commandsActionsTexts.exportYAML,
    group,
    icon: ArrowDownToLine,
    keywords: ['download', 'save'],
    perform: () =>
      downloadText(
        `${session.name.replaceAll('/', '-')}.yaml`,
        session.document.store.getState().text,
        'application/yaml',
      ),
  },
]
