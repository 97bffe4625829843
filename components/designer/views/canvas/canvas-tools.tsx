'use client'

import { Workflow } from 'lucide-react'
import { CanvasControls } from '#components/canvas/canvas-controls.tsx'
import { IconButton } from '#components/ui/controls/button.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { useDesignerAction } from '../../commands/actions/use-designer-actions.ts'

/** Zoom, fit, and arranging everything. */
export function CanvasTools() {
  const tidy = useDesignerAction('designer.tidy')
  const fit = useDesignerAction('designer.fit')
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
    </CanvasControls>
  )
}
