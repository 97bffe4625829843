'use client'

import { useStore as useFlow } from '@xyflow/react'
import { TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { escapeInvisible } from '#core/definition/escape-invisible.ts'
import { farSteps } from '../../algorithms/drawing/far-steps.ts'
import { useDesignerAction } from '../../commands/actions/use-designer-actions.ts'
import { stepCount } from '../../model/drawing/labels.ts'
import { useSession } from '../../model/session-context.tsx'
import { viewsCanvasTexts } from '../../texts/views-canvas.ts'

/** Steps that fit into no view together are not lost: the canvas says so, leads to them, and offers to arrange everything. */
export function FarStepsNotice() {
  const session = useSession()
  const tidy = useDesignerAction('designer.tidy')
  const width = useFlow((state) => state.width)
  const height = useFlow((state) => state.height)
  const names = useStore(session.flow.store, ({ nodes }) => {
    const far = width === 0 ? [] : farSteps(nodes, { width, height })
    return far.map(({ id }) => id).join('\n')
  })
  const [left, setLeft] = useState('')
  if (names === '' || names === left) return null
  const far = names.split('\n')
  const [first = ''] = far
  return (
    <div className="pointer-events-none absolute inset-x-3 top-14 grid justify-center">
      <Callout
        tone="human"
        icon={<TriangleAlert />}
        alert
        className="pointer-events-auto max-w-160 items-center shadow-low"
        actions={
          <span className="flex items-center gap-1">
            <Button size="small" onClick={() => session.view.showStep(first, true)}>
              {viewsCanvasTexts.goThere}
            </Button>
            <Button size="small" title={tidy.label} onClick={tidy.perform}>
              {viewsCanvasTexts.arrange}
            </Button>
            <IconButton size="small" label={viewsCanvasTexts.dismiss} onClick={() => setLeft(names)}>
              <X />
            </IconButton>
          </span>
        }
      >
        {viewsCanvasTexts.tooFarAwayToFit(
          far.length === 1 ? viewsCanvasTexts.is(escapeInvisible(first)) : viewsCanvasTexts.are(stepCount(far.length)),
        )}
      </Callout>
    </div>
  )
}
