import { Maximize, Workflow } from 'lucide-react'
import { showToast } from '#components/ui/toast-store.ts'
import { tidyUp } from '../commands.ts'
import type { ActionsOf } from './situation.ts'

const group = 'Canvas'

/** How the picture is arranged and looked at. */
export const canvasActions: ActionsOf = (session, { broken, empty }) => [
  {
    id: 'designer.tidy',
    label: 'Tidy up the canvas',
    group,
    icon: Workflow,
    shortcut: 'shift+t',
    keywords: ['layout', 'arrange', 'align'],
    enabled: !broken && !empty,
    perform: () => {
      tidyUp(session).catch(() => showToast({ tone: 'failed', title: 'The steps could not be arranged' }))
    },
  },
  {
    id: 'designer.fit',
    label: 'Fit everything',
    group,
    icon: Maximize,
    shortcut: 'shift+f',
    keywords: ['zoom'],
    enabled: !empty,
    perform: session.view.fit,
  },
]
