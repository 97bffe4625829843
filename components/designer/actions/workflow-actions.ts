import { ArrowDownToLine, History, Play, Rocket } from 'lucide-react'
import { downloadText } from '#components/ui/download-text.ts'
import type { ActionsOf } from './situation.ts'

const group = 'Workflow'

/** What can be done with the workflow as a whole. */
export const workflowActions: ActionsOf = (session) => [
  {
    id: 'designer.run',
    label: 'Run',
    group,
    icon: Play,
    shortcut: 'mod+enter',
    keywords: ['start', 'test'],
    perform: () => session.view.openDialog('run'),
  },
  {
    id: 'designer.publish',
    label: 'Publish',
    group,
    icon: Rocket,
    shortcut: 'mod+shift+enter',
    perform: () => session.view.openDialog('publish'),
  },
  {
    id: 'designer.versions',
    label: 'Show the versions',
    group,
    icon: History,
    keywords: ['history', 'restore', 'compare', 'diff', 'kept'],
    perform: () => session.view.openDialog('versions'),
  },
  {
    id: 'designer.export',
    label: 'Export the YAML',
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
