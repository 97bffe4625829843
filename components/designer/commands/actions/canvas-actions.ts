import { ArrowDown, ArrowRight, Flame, Maximize, Scan, Sparkles, Workflow, ZoomIn, ZoomOut } from 'lucide-react'
import type { DirectionChoice } from '#components/canvas/layout/direction-choice.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { toggleHeat } from '../../model/heat-choice.ts'
import type { Session } from '../../model/session.ts'
import { commandsActionsTexts } from '../../texts/commands-actions.ts'
import { turnCanvas } from '../direction-commands.ts'
import { tidyUp } from '../step-commands.ts'
import type { ActionsOf } from './action-context.ts'

const group = 'Canvas'
const zoomStep = 1.25

const directions = ['right', 'down', 'auto'] as const satisfies readonly DirectionChoice[]
const directionLabels = {
  right: commandsActionsTexts.leftToRight,
  down: commandsActionsTexts.topToBottom,
  auto: commandsActionsTexts.automaticDirection,
} as const
const directionIcons = { right: ArrowRight, down: ArrowDown, auto: Sparkles } as const

/** How the picture is arranged and looked at. */
export const canvasActions: ActionsOf = (session, { broken, empty, versions }) => [
  {
    id: 'designer.tidy',
    label: commandsActionsTexts.tidyUp,
    group,
    icon: Workflow,
    shortcut: 'shift+t',
    keywords: ['layout', 'arrange', 'align'],
    enabled: !broken && !empty,
    perform: () => {
      tidyUp(session).catch(() => showToast({ tone: 'failed', title: commandsActionsTexts.couldNotArrangeSteps }))
    },
  },
  ...directions.map((choice) => ({
    id: `designer.direction.${choice}`,
    label: directionLabels[choice],
    group,
    icon: directionIcons[choice],
    keywords: ['layout', 'horizontal', 'vertical', 'direction'],
    enabled: !broken,
    perform: () => {
      turnCanvas(session, choice).catch(() =>
        showToast({ tone: 'failed', title: commandsActionsTexts.couldNotArrangeSteps }),
      )
    },
  })),
  {
    id: 'designer.heat',
    label: commandsActionsTexts.liveRunsAtSteps,
    group,
    icon: Flame,
    shortcut: 'shift+h',
    keywords: ['heat', 'heatmap', 'live', 'failures', 'median', 'duration'],
    enabled: versions,
    perform: toggleHeat,
  },
  {
    id: 'designer.fit',
    label: commandsActionsTexts.fitToView,
    group,
    icon: Maximize,
    shortcut: 'shift+f',
    keywords: ['zoom'],
    enabled: !empty,
    movesOnlyTheView: true,
    perform: () => session.view.fit(true),
  },
  {
    id: 'designer.zoomIn',
    label: commandsActionsTexts.zoomIn,
    group,
    icon: ZoomIn,
    shortcut: 'plus',
    movesOnlyTheView: true,
    perform: () => zoomBy(session, zoomStep),
  },
  {
    id: 'designer.zoomOut',
    label: commandsActionsTexts.zoomOut,
    group,
    icon: ZoomOut,
    shortcut: '-',
    movesOnlyTheView: true,
    perform: () => zoomBy(session, 1 / zoomStep),
  },
  {
    id: 'designer.zoomActual',
    label: commandsActionsTexts.zoomToActualSize,
    group,
    icon: Scan,
    shortcut: '0',
    keywords: ['100 %'],
    movesOnlyTheView: true,
    perform: () => session.canvas?.zoomTo(1),
  },
]

function zoomBy(session: Session, factor: number): void {
  session.canvas?.zoomTo(session.canvas.zoom() * factor)
}
