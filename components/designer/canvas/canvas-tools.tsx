'use client'

import { Workflow } from 'lucide-react'
import { CanvasControls } from '#components/canvas/canvas-controls.tsx'
import { IconButton } from '#components/ui/button.tsx'
import { Tooltip } from '#components/ui/tooltip.tsx'
import { useDesignerAction } from '../use-designer-actions.ts'

/** Zoom, fit, and arranging everything. */
export function CanvasTools() {
  const tidy = useDesignerAction('designer.tidy')
  return (
    <CanvasControls>
      <Tooltip content={tidy.label} shortcut={tidy.shortcut} side="top">
        <IconButton label={tidy.label} disabled={tidy.enabled === false} onClick={tidy.perform}>
          <Workflow />
        </IconButton>
      </Tooltip>
    </CanvasControls>
  )
}
