'use client'

import { type Transform, useReactFlow, useStoreApi } from '@xyflow/react'
import { useEffect } from 'react'
import type { Size } from '#components/canvas/expansion/make-room.ts'
import { viewPaddingIn } from '#components/canvas/measures.ts'
import type { WorkflowFlowNode } from '#components/canvas/workflow-node.tsx'
import { nearSteps } from '../../algorithms/drawing/far-steps.ts'
import { boundsOf } from '../../algorithms/drawing/map-paths.ts'
import { openingSteps } from '../../algorithms/drawing/opening-steps.ts'
import { type View, viewAfterResize } from '../../algorithms/drawing/view-after-resize.ts'
import { useSession } from '../../model/session-context.tsx'
import { fittedZoom } from './first-view.ts'

/** The `fitView` options: all steps, or only the nearest cluster if the steps do not all fit. */
export function fittingOf(nodes: WorkflowFlowNode[], size: Size, choose: typeof nearSteps = nearSteps) {
  const chosen = choose(nodes, size)
  return {
    padding: viewPaddingIn(size.height),
    maxZoom: fittedZoom,
    ...(chosen === nodes ? {} : { nodes: [...chosen] }),
  }
}

interface Resizing extends Size {
  readonly transform: Transform
}

/** The position of the canvas on the screen. */
function originOf(root: HTMLElement | null) {
  const { left = 0, top = 0 } = root?.getBoundingClientRect() ?? {}
  return { x: left, y: top }
}

/** Whether all steps are entirely in view. */
function isWithin(steps: readonly WorkflowFlowNode[], [left, top, zoom]: Transform, { width, height }: Size): boolean {
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
    // An empty canvas has nothing to fit; the first step stays where it is dropped.
    let done = fitted || graphNow().nodes.length === 0
    /** The viewport after the last fit, and the graph that was fitted. */
    let left = fitted ? { transform: api.getState().transform, graph: graphNow() } : null
    const fitAll = () => {
      const { width, height } = api.getState()
      const { nodes } = session.flow.store.getState()
      if (width === 0 || height === 0 || root.current === null || nodes.length === 0) return
      done = true
      left = null
      const graph = graphNow()
      flow.fitView(fittingOf(nodes, { width, height }, openingSteps)).then(() => {
        left = { transform: api.getState().transform, graph }
      })
    }
    const fitOnce = () => {
      if (!done) fitAll()
    }
    let origin = originOf(root.current)
    /** The user's last own viewport, and the viewport last derived from it by resizing. */
    let own: { readonly view: View; readonly size: Size; readonly origin: typeof origin; made: string } | null = null
    const keepInView = (view: Transform, before: Size, after: Size, from: typeof origin) => {
      if (own === null || own.made !== view.join()) own = { view, size: before, origin: from, made: '' }
      const { nodes } = session.flow.store.getState()
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
      if (!isWithin(openingSteps(session.flow.store.getState().nodes, size), moved, size)) fitAll()
      else {
        left = { transform: moved, graph: graphNow() }
        flow.setViewport({ x: moved[0], y: moved[1], zoom })
      }
    }
    const stops = [
      api.subscribe((state, before) => {
        const isResized = state.width !== before.width || state.height !== before.height
        if (done && isResized) resized(state, before)
        else fitOnce()
      }),
      session.flow.store.subscribe(fitOnce),
    ]
    fitOnce()
    return () => {
      for (const stop of stops) stop()
    }
  }, [session, flow, api, root, fitted])
}
