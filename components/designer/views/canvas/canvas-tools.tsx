'use client'

import { Flame, Undo2, Workflow } from 'lucide-react'
import { useStore } from 'zustand'
import { CanvasControls } from '#components/canvas/canvas-controls.tsx'
import { DirectionMenu } from '#components/canvas/direction-menu.tsx'
import type { DirectionChoice } from '#components/canvas/layout/direction-choice.ts'
import { IconButton } from '#components/ui/controls/button.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { useDesignerAction } from '../../commands/actions/use-designer-actions.ts'
import { turnCanvas } from '../../commands/direction-commands.ts'
import { useHeatChoice } from '../../model/heat-choice.ts'
import { useDocument, useSession } from '../../model/session-context.tsx'
import { commandsActionsTexts } from '../../texts/commands-actions.ts'
import { viewsCanvasTexts } from '../../texts/views-canvas.ts'

/** Zoom, fit, and arranging everything. */
export function CanvasTools() {
  const tidy = useDesignerAction('designer.tidy')
  const fit = useDesignerAction('designer.fit')
  const session = useSession()
  const direction = useStore(session.flow.store, (flow) => flow.direction)
  const turn = (choice: DirectionChoice) => {
    turnCanvas(session, choice).catch(() =>
      showToast({ tone: 'failed', title: commandsActionsTexts.couldNotArrangeSteps }),
    )
  }
  const shortcuts = {
    in: useDesignerAction('designer.zoomIn').shortcut,
    out: useDesignerAction('designer.zoomOut').shortcut,
    fit: fit.shortcut,
  }
  return (
    <CanvasControls shortcuts={shortcuts} onFit={fit.perform}>
      <Tooltip content={tidy.label} shortcut={tidy.shortcut} side="top">
        <IconButton label={tidy.label} disabled={tidy.enabled === false} onClick={tidy.perform}>
          <Workflow />
        </IconButton>
      </Tooltip>
      <SagaSwitch />
      <DirectionMenu direction={direction} disabled={tidy.enabled === false} onChoose={turn} />
      <HeatSwitch />
    </CanvasControls>
  )
}

/** Whether live runs, failures and times are shown at the steps; a workflow that is not published has none. */
function HeatSwitch() {
  const { label, shortcut, enabled, perform } = useDesignerAction('designer.heat')
  const isOn = useHeatChoice() && enabled !== false
  return (
    <Tooltip content={label} shortcut={shortcut} side="top">
      <IconButton
        label={viewsCanvasTexts.liveRunsAtSteps}
        aria-pressed={isOn}
        disabled={enabled === false}
        className="aria-pressed:bg-active-soft aria-pressed:text-active"
        onClick={perform}
      >
        <Flame />
      </IconButton>
    </Tooltip>
  )
}

/** Whether a run that fails undoes its completed steps: a key of the workflow, switched where its effect is drawn. */
function SagaSwitch() {
  const session = useSession()
  const isOn = useDocument(({ graph }) => graph.workflow.saga_enabled)
  const broken = useDocument((document) => document.broken)
  const label = isOn ? viewsCanvasTexts.rollbackIsOn : viewsCanvasTexts.rollbackIsOff
  return (
    <Tooltip content={label} side="top">
      <IconButton
        label={viewsCanvasTexts.rollback}
        aria-pressed={isOn}
        disabled={broken}
        className="aria-pressed:bg-undone-soft aria-pressed:text-undone"
        onClick={() => session.perform({ type: 'set_workflow_field', path: ['saga_enabled'], value: !isOn })}
      >
        <Undo2 />
      </IconButton>
    </Tooltip>
  )
}
