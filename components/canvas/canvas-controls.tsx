'use client'

import { Panel as FlowPanel, useReactFlow, useStoreApi } from '@xyflow/react'
import { Maximize, Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#components/ui/controls/button.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { glideMs } from './glide.ts'
import { viewPaddingIn } from './measures.ts'
import { canvasTexts } from './texts/canvas.ts'

const zoomMs = 120

export interface CanvasControlsProps {
  readonly children?: ReactNode
  /** Replaces the default action, which fits the whole drawing. */
  readonly onFit?: () => void
  /** Shown beside the names, where keys do the same. */
  readonly shortcuts?: {
    readonly in?: string | undefined
    readonly out?: string | undefined
    readonly fit?: string | undefined
  }
}

/** Zoom and fit in the lower left corner; more buttons go in as children. */
export function CanvasControls({ children, onFit, shortcuts = {} }: CanvasControlsProps) {
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  const store = useStoreApi()
  return (
    <FlowPanel position="bottom-left" className="!m-3 flex rounded-m border bg-surface p-0.5 shadow-low">
      <Tooltip content={canvasTexts.zoomIn} shortcut={shortcuts.in} side="top">
        <IconButton label={canvasTexts.zoomIn} onClick={() => zoomIn({ duration: glideMs(zoomMs) })}>
          <Plus />
        </IconButton>
      </Tooltip>
      <Tooltip content={canvasTexts.zoomOut} shortcut={shortcuts.out} side="top">
        <IconButton label={canvasTexts.zoomOut} onClick={() => zoomOut({ duration: glideMs(zoomMs) })}>
          <Minus />
        </IconButton>
      </Tooltip>
      <Tooltip content={canvasTexts.fitToView} shortcut={shortcuts.fit} side="top">
        <IconButton
          label={canvasTexts.fitToView}
          onClick={
            onFit ??
            (() => fitView({ duration: glideMs(zoomMs), padding: viewPaddingIn(store.getState().height), maxZoom: 1 }))
          }
        >
          <Maximize />
        </IconButton>
      </Tooltip>
      {children}
    </FlowPanel>
  )
}
