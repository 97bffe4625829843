'use client'

import { Panel, useStore as useFlow, useReactFlow } from '@xyflow/react'
import { type PointerEvent, type ReactNode, useRef } from 'react'
import { type Box, holds, viewBoxOf } from './map-paths.ts'

const size = { width: 140, height: 88 } as const
/** On a canvas narrower than this the map would hide the steps it is to show. */
const leastCanvasPx = 520
/** How much a turn of the wheel zooms, per pixel that it would scroll. */
const zoomPerPixel = 1.002

export interface MapFrameProps {
  /** The box around all steps. */
  readonly steps: Box
  readonly label: string
  /** The steps as paths, in canvas pixels. */
  readonly children: ReactNode
}

/**
 * The whole graph, small, with what is in view: dragging moves the view, the wheel zooms. With everything in view there
 * is nothing to find, and the corner belongs to the steps.
 */
export function MapFrame({ steps, label, children }: MapFrameProps) {
  const flow = useReactFlow()
  const [left, top, zoom] = useFlow(({ transform }) => transform)
  const width = useFlow((state) => state.width)
  const height = useFlow((state) => state.height)
  const dragged = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const view = { x: -left / zoom, y: -top / zoom, width: width / zoom, height: height / zoom }
  const box = viewBoxOf(steps, view, size)
  const scale = box.width / size.width
  if (width < leastCanvasPx || (dragged.current === null && holds(view, steps))) return null
  const drag = (event: PointerEvent) => {
    const from = dragged.current
    if (from === null) return
    dragged.current = { x: event.clientX, y: event.clientY }
    const by = scale * zoom
    flow.setViewport({ x: left - (event.clientX - from.x) * by, y: top - (event.clientY - from.y) * by, zoom })
  }
  return (
    <Panel position="bottom-right" className="!m-3 max-md:hidden">
      <svg
        role="img"
        aria-label={label}
        {...size}
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        className="nopan nowheel block cursor-grab touch-none rounded-m border bg-bg active:cursor-grabbing"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          dragged.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          dragged.current = null
        }}
        onWheel={(event) => flow.zoomTo(zoom * zoomPerPixel ** -event.deltaY)}
      >
        <rect x={view.x} y={view.y} width={view.width} height={view.height} className="fill-surface" />
        {children}
        <rect
          x={view.x}
          y={view.y}
          width={view.width}
          height={view.height}
          strokeWidth={scale}
          className="fill-none stroke-thread"
        />
      </svg>
    </Panel>
  )
}
