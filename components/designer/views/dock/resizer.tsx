'use client'

import { type PointerEvent, useState } from 'react'
import { designerTexts } from '../../texts/designer.ts'
import { usualDockHeight } from './dock-height.ts'

const bounds = { least: 120, most: 640, step: 24 } as const
const clamp = (height: number) => Math.round(Math.max(bounds.least, Math.min(bounds.most, height)))

export function useDockHeight() {
  return useState(usualDockHeight)
}

/** The upper edge of the lower panel: drag it, or focus it and use the arrow keys. */
export function Resizer({ height, onResize }: { height: number; onResize: (height: number) => void }) {
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const bottom = event.currentTarget.parentElement?.getBoundingClientRect().bottom ?? 0
    onResize(clamp(bottom - event.clientY))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is no <hr>
    <div
      role="separator"
      aria-label={designerTexts.heightOfLowerPanel}
      aria-orientation="horizontal"
      aria-valuenow={height}
      aria-valuemin={bounds.least}
      aria-valuemax={bounds.most}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={(event) => {
        if (event.key === 'ArrowUp') onResize(clamp(height + bounds.step))
        else if (event.key === 'ArrowDown') onResize(clamp(height - bounds.step))
        else return
        event.preventDefault()
      }}
      className="absolute inset-x-0 -top-1 z-10 h-2 cursor-row-resize hover:bg-accent-soft focus-visible:bg-accent-soft"
    />
  )
}
