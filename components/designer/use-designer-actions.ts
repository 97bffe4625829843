'use client'

import {
  ArrowDownToLine,
  Copy,
  History,
  ListTree,
  Maximize,
  Pencil,
  Play,
  Plus,
  Redo2,
  Rocket,
  Spline,
  Trash2,
  TriangleAlert,
  Undo2,
  Workflow,
} from 'lucide-react'
import { createContext, createElement, useContext, useMemo } from 'react'
import type { Action } from '#components/shell/action.ts'
import type { MenuItem } from '#components/ui/menu.tsx'
import { showToast } from '#components/ui/toast-store.ts'
import { duplicateSelection, removeSelection, tidyUp } from './commands.ts'
import { downloadText } from './download-text.ts'
import { paletteSearchId } from './palette/palette.tsx'
import { freePosition } from './place-step.ts'
import type { Session } from './session.ts'
import { useDocument, useSelection, useSession } from './session-context.tsx'

const group = 'Workflow'

/** Everything that can be done in the designer: buttons, shortcuts, the `?` sheet and the palette are made from this. */
export function useDesignerActions(): readonly Action[] {
  const session = useSession()
  const undoes = useDocument((document) => document.history.past.at(-1)?.label)
  const redoes = useDocument((document) => document.history.future.at(-1)?.label)
  const broken = useDocument((document) => document.broken)
  const empty = useDocument((document) => document.graph.nodes.length === 0)
  const steps = useSelection((selection) => selection.steps.size)
  const edges = useSelection((selection) => selection.edges.size)
  return useMemo(
    () => [...editActions(session, { undoes, redoes, broken, empty, steps, edges }), ...workflowActions(session)],
    [session, undoes, redoes, broken, empty, steps, edges],
  )
}

interface Situation {
  readonly undoes: string | undefined
  readonly redoes: string | undefined
  readonly broken: boolean
  readonly empty: boolean
  readonly steps: number
  readonly edges: number
}

function editActions(session: Session, { undoes, redoes, broken, empty, steps, edges }: Situation): readonly Action[] {
  const remove = { group, icon: Trash2, enabled: !broken && steps + edges > 0, perform: () => removeSelection(session) }
  return [
    {
      id: 'designer.add',
      label: 'Add a step',
      group,
      icon: Plus,
      shortcut: 'n',
      enabled: !broken,
      perform: () => startAdding(session),
    },
    {
      id: 'designer.undo',
      label: undoes === undefined ? 'Undo' : `Undo ${undoes}`,
      group,
      icon: Undo2,
      shortcut: 'mod+z',
      enabled: undoes !== undefined,
      perform: () => session.document.undo(),
    },
    {
      id: 'designer.redo',
      label: redoes === undefined ? 'Redo' : `Redo ${redoes}`,
      group,
      icon: Redo2,
      shortcut: 'mod+shift+z',
      enabled: redoes !== undefined,
      perform: () => session.document.redo(),
    },
    {
      id: 'designer.rename',
      label: 'Rename the step',
      group,
      icon: Pencil,
      shortcut: 'f2',
      enabled: !broken && steps === 1,
      perform: () => session.view.showField(['name'], 'main'),
    },
    {
      id: 'designer.connect',
      label: 'Connect the step to…',
      group,
      icon: Spline,
      shortcut: 'c',
      enabled: !broken && steps === 1,
      perform: () => session.view.openDialog('connect'),
    },
    {
      id: 'designer.duplicate',
      label: steps > 1 ? 'Duplicate the steps' : 'Duplicate the step',
      group,
      icon: Copy,
      shortcut: 'mod+d',
      enabled: !broken && steps > 0,
      perform: () => duplicateSelection(session),
    },
    { ...remove, id: 'designer.remove', label: 'Delete the selection', shortcut: 'delete' },
    { ...remove, id: 'designer.remove.backspace', label: 'Delete the selection', shortcut: 'backspace' },
    {
      id: 'designer.selectAll',
      label: 'Select every step',
      group,
      icon: ListTree,
      shortcut: 'mod+a',
      enabled: !empty,
      perform: () =>
        session.selection.selectSteps(session.document.store.getState().graph.nodes.map((node) => node.id)),
    },
    {
      id: 'designer.deselect',
      label: 'Select nothing',
      group,
      shortcut: 'escape',
      enabled: steps + edges > 0,
      perform: session.selection.clear,
    },
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
}

function workflowActions(session: Session): readonly Action[] {
  return [
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
      shortcut: 'mod+shift+p',
      perform: () => session.view.openDialog('publish'),
    },
    {
      id: 'designer.export',
      label: 'Export the YAML',
      group,
      icon: ArrowDownToLine,
      keywords: ['download', 'save'],
      perform: () => downloadText(`${session.name.replaceAll('/', '-')}.yaml`, session.document.store.getState().text),
    },
    {
      id: 'designer.yaml',
      label: 'Show the YAML',
      group,
      icon: History,
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
}

/** In the palette's search; without a palette, in a list of its own in the middle of the canvas. */
function startAdding(session: Session): void {
  const search = document.getElementById(paletteSearchId)
  if (search !== null) {
    search.focus()
    return
  }
  const [selected] = session.selection.store.getState().steps
  const position = freePosition(session, selected)
  session.view.startAdding({ position, at: session.canvas?.toScreen(position) ?? { left: 40, top: 120 } })
}

const ActionsContext = createContext<readonly Action[]>([])
export const ActionsProvider = ActionsContext.Provider

/** One of the designer's actions, for a button. */
export function useDesignerAction(id: string): Action {
  const action = useContext(ActionsContext).find((other) => other.id === id)
  if (action === undefined) throw new Error(`There is no action ${id}.`)
  return action
}

/** Some of the designer's actions, in this order, as the items of a menu. */
export function useDesignerActionItems(ids: readonly string[]): readonly MenuItem[] {
  const actions = useContext(ActionsContext)
  return ids.flatMap((id): readonly MenuItem[] => {
    const action = actions.find((other) => other.id === id)
    if (action === undefined) return []
    const { label, icon, shortcut, enabled, perform } = action
    return [
      {
        id,
        label,
        shortcut,
        disabled: enabled === false,
        onSelect: perform,
        ...(icon === undefined ? {} : { icon: createElement(icon) }),
      },
    ]
  })
}
