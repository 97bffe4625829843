'use client'

import { getViewportForBounds, type Transform, useReactFlow, useStoreApi } from '@xyflow/react'
import { useEffect } from 'react'
import type { Size } from '#components/canvas/expansion/make-room.ts'
import { fitZoom, viewPaddingIn } from '#components/canvas/measures.ts'
import type { TerminalFlowNode } from '#components/canvas/terminals/terminal-node.tsx'
import { boundsOf } from '#components/canvas/view/map-paths.ts'
import { type View, viewAfterResize } from '#components/canvas/view/view-after-resize.ts'
import type { WorkflowFlowNode } from '#components/canvas/workflow-node.tsx'
import { leastZoom, nearSteps } from '../../algorithms/drawing/far-steps.ts'
import { openingSteps } from '../../algorithms/drawing/opening-steps.ts'
import type { Session } from '../../model/session.ts'
import { useSession } from '../../model/session-context.tsx'

/** The drawn steps, the start and the ends. */
const drawnNodes = ({ flow }: Session): readonly (WorkflowFlowNode | TerminalFlowNode)[] => {
  const { nodes, terminals } = flow.store.getState()
  return [...nodes, ...terminals]
}

/**
 * The `fitView` options: all steps where they can be read, else the selected ones or the beginning. `whole`: all of
 * them, however small, or the largest cluster where they do not fit at the least zoom.
 */
export function fittingOf(session: Session, size: Size, whole = false) {
  const all = drawnNodes(session)
  const { direction } = session.flow.store.getState()
  const focus = [...session.selection.store.getState().steps].map((step) => session.flow.drawnId(step))
  const chosen = whole ? nearSteps(all, size) : openingSteps(all, size, { direction, focus })
  return {
    padding: viewPaddingIn(size.height),
    maxZoom: fitZoom.most,
    ...(chosen === all ? {} : { nodes: [...chosen] }),
  }
}

export interface Resizing extends Size {
  readonly transform: Transform
}

/** Whether the view is the one that a fit would show: asked for again, a fit shows everything. */
export function isFitted(session: Session, { transform: [x, y, zoom], ...size }: Resizing): boolean {
  const { nodes = drawnNodes(session), padding, maxZoom } = fittingOf(session, size)
  const box = boundsOf(nodes)
  if (box === null) return false
  const view = getViewportForBounds(box, size.width, size.height, leastZoom, maxZoom, padding)
  return Math.abs(view.x - x) < 1 && Math.abs(view.y - y) < 1 && Math.abs(view.zoom - zoom) < 0.001
}

/** The position of the canvas on the screen. */
function originOf(root: HTMLElement | null) {
  const { left = 0, top = 0 } = root?.getBoundingClientRect() ?? {}
  return { x: left, y: top }
}

/** Whether all steps are entirely in view. */
function isWithin(
  steps: Parameters<typeof boundsOf>[0],
  [left, top, zoom]: Transform,
  { width, height }: Size,
): boolean {
  const box = boundsOf(steps)
  if (box === null) return true
  const isSeen = (start: number, length: number, room: number) => start >= 0 && start + length <= room
  return isSeen(box.x * zoom + left, box.width * zoom, width) && isSeen(box.y * zoom + top, box.height * zoom, height)
}

/**
 * Fits all steps into the viewport as soon as there are nodes and a size, without animation, unless the canvas starts
 * fitted. Resizing the canvas fits the steps again until the user moves the view or edits. From then on the user's
 * viewport stays, but steps that were in view stay in view. A bar that appears above the canvas does not move the steps
 * on the screen: a step stays under the pointer that is about to click it.
 */
export function useFirstFit(root: { readonly current: HTMLElement | null }, fitted: boolean) {
  const session = useSession()
  const flow = useReactFlow()
  const api = useStoreApi()
  useEffect(() => {
    const graphNow = () => session.document.store.getState().graph
    let done = fitted
    /** The viewport after the last fit, and the graph that was fitted. */
    let left = fitted ? { transform: api.getState().transform, graph: graphNow() } : null
    const fitAll = () => {
      const { width, height } = api.getState()
      const { nodes } = session.flow.store.getState()
      if (width === 0 || height === 0 || root.current === null || nodes.length === 0) return
      done = true
      left = null
      const graph = graphNow()
      flow.fitView(fittingOf(session, { width, height })).then(() => {
        left = { transform: api.getState().transform, graph }
      })
    }
    const beganEmpty = graphNow().nodes.length === 0
    const fitOnce = () => {
      if (done) return
      // On an empty canvas the first step stays where it is dropped; steps that are written have no place yet.
      if (beganEmpty && graphNow().nodes.some(({ placed }) => placed)) done = true
      else fitAll()
    }
    let origin = originOf(root.current)
    /** The user's last own viewport, and the viewport last derived from it by resizing. */
    let own: { readonly view: View; readonly size: Size; readonly origin: typeof origin; made: string } | null = null
    const keepInView = (view: Transform, before: Size, after: Size, from: typeof origin) => {
      if (own === null || own.made !== view.join()) own = { view, size: before, origin: from, made: '' }
      const nodes = drawnNodes(session)
      const [x, y, zoom] = viewAfterResize({
        view: own.view,
        before: own.size,
        shift: { x: own.origin.x - origin.x, y: own.origin.y - origin.y },
        after,
        all: boundsOf(nodes),
        each: nodes.flatMap((node) => boundsOf([node]) ?? []),
        selected: boundsOf(nodes.filter((node) => node.selected)),
      })
      own.made = [x, y, zoom].join()
      if (own.made !== view.join()) flow.setViewport({ x, y, zoom })
    }
    const resized = ({ transform, width, height }: Resizing, sizeBefore: Size) => {
      const isLeft = left !== null && left.graph === graphNow() && transform.join() === left.transform.join()
      const before = origin
      origin = originOf(root.current)
      if (!isLeft) {
        keepInView(transform, sizeBefore, { width, height }, before)
        return
      }
      const [byX, byY] = [before.x - origin.x, before.y - origin.y]
      if (byX === 0 && byY === 0) {
        fitAll()
        return
      }
      const [x, y, zoom] = transform
      const moved: Transform = [x + byX, y + byY, zoom]
      const size = { width, height }
      const shown = fittingOf(session, size).nodes ?? drawnNodes(session)
      if (!isWithin(shown, moved, size)) fitAll()
      else {
        left = { transform: moved, graph: graphNow() }
        flow.setViewport({ x: moved[0], y: moved[1], zoom })
      }
    }
    const stops = [
      api.subscribe((state, before) => {
        const isResized = state.width !== before.width || state.height !== before.height
        if (done && isResized) resized(state, before)
        else {
          if (isResized) origin = originOf(root.current)
          fitOnce()
        }
      }),
      session.flow.store.subscribe(fitOnce),
    ]
    fitOnce()
    return () => {
      for (const stop of stops) stop()
    }
  }, [session, flow, api, root, fitted])
}
