'use client'

import { useReactFlow } from '@xyflow/react'
import { type PointerEvent, useRef } from 'react'
import type { Position } from '#core/graph/graph.ts'

export interface DragPorts {
  moved(by: Position): void
  /** `by` is null when it was a click. */
  dropped(by: Position | null, event: PointerEvent): void
}

/** Less than this, in pixels of the screen, is a click. */
const threshold = 3
/** Steps stand on this grid; so does what moves them. */
const grid = 4

/** Dragging of what is no node of the canvas library: distances in canvas pixels. */
export function useCanvasDrag({ moved, dropped }: DragPorts) {
  const { getZoom } = useReactFlow()
  const start = useRef<{ readonly x: number; readonly y: number; far: boolean } | null>(null)
  const distance = (event: PointerEvent, from: Position): Position => {
    const snap = (pixels: number) => Math.round(pixels / getZoom() / grid) * grid
    return { x: snap(event.clientX - from.x), y: snap(event.clientY - from.y) }
  }
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { x: event.clientX, y: event.clientY, far: false }
    },
    onPointerMove(event: PointerEvent) {
      const from = start.current
      if (from === null) return
      from.far ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) > threshold
      if (from.far) moved(distance(event, from))
    },
    onPointerUp(event: PointerEvent) {
      const from = start.current
      start.current = null
      if (from !== null) dropped(from.far ? distance(event, from) : null, event)
    },
    onPointerCancel(event: PointerEvent) {
      if (start.current !== null) dropped({ x: 0, y: 0 }, event)
      start.current = null
    },
  }
}
