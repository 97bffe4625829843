'use client'

import { useReactFlow, useStoreApi } from '@xyflow/react'
import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { glideMs } from '#components/canvas/glide.ts'
import { nodeSize, viewPadding } from '#components/canvas/measures.ts'
import { useSession, useView } from '../session-context.tsx'
import { fittedZoom } from './first-view.ts'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

const moveMs = 160
const zoomMs = 120
/** How far from the edge of the view a step that is shown stands at least, in pixels. */
const margin = 48

/** How far to move so that what begins at `start` lies within the view: no more than needed. */
function inward(start: number, length: number, view: number): number {
  if (start < margin) return margin - start
  const over = start + length - (view - margin)
  return over > 0 ? -Math.min(over, start - margin) : 0
}

/** Ties the session to the canvas on the screen: requests to show a step, to fit, and where the middle is. */
export function useCanvasPort(fitted: boolean) {
  const session = useSession()
  const flow = useReactFlow()
  const api = useStoreApi()
  const root = useRef<HTMLElement>(null)
  const stepRequest = useView((view) => view.stepRequest)
  const fitRequest = useView((view) => view.fitRequest)

  useLayoutEffect(() => {
    session.canvas = {
      centre() {
        const box = root.current?.getBoundingClientRect()
        if (box === undefined) return { x: 0, y: 0 }
        return flow.screenToFlowPosition(
          { x: box.left + box.width / 2, y: box.top + box.height / 2 },
          { snapToGrid: false },
        )
      },
      toScreen(position) {
        const { x, y } = flow.flowToScreenPosition(position)
        return { left: x, top: y }
      },
      zoom: flow.getZoom,
      zoomTo(zoom) {
        flow.zoomTo(zoom, { duration: glideMs(zoomMs) })
      },
    }
    return () => {
      session.canvas = null
    }
  }, [session, flow])

  useEffect(() => {
    if (stepRequest === null) return
    const id = session.flow.drawnId(stepRequest.step)
    const node = session.flow.store.getState().nodes.find((other) => other.id === id)
    if (node === undefined) return
    const { transform, width, height } = api.getState()
    const [left, top, zoom] = transform
    const nodeLeft = node.position.x * zoom + left
    const nodeTop = node.position.y * zoom + top
    const x = left + inward(nodeLeft, (node.width ?? 0) * zoom, width)
    // Of a frame that is higher than the view, its head.
    const y = top + inward(nodeTop, (node.data.open ? nodeSize.height : (node.height ?? 0)) * zoom, height)
    if (x !== left || y !== top) flow.setViewport({ x, y, zoom }, { duration: stepRequest.focus ? 0 : glideMs(moveMs) })
    if (!stepRequest.focus) return
    const drawn = () => root.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)
    const before = document.activeElement
    drawn()?.focus()
    if (drawn()) return
    // A node outside the view is not in the document until the view has moved; by then the next key may have taken the focus elsewhere.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === before) drawn()?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [stepRequest, session, flow, api])

  useEffect(() => {
    if (fitRequest !== null) flow.fitView({ duration: glideMs(moveMs), padding: viewPadding, maxZoom: fittedZoom })
  }, [fitRequest, flow])

  useFirstFit(root, fitted)
  useFocusAfterRemoval(root)

  const toCanvas = useCallback(
    (x: number, y: number) => flow.screenToFlowPosition({ x, y }, { snapToGrid: false }),
    [flow],
  )
  const focused = useCallback(
    (event: FocusEvent) => {
      const node = event.target.closest<HTMLElement>('.react-flow__node')?.dataset.id
      const [step] = node === undefined ? [] : session.flow.stepsOf(node)
      if (step === undefined) return
      session.selection.moveTo(step)
      session.view.comeFrom('canvas')
    },
    [session],
  )
  return { root, toCanvas, focused }
}

/** Once there are nodes and a size, everything is in view, where it was not from the beginning: at once, without a movement. */
function useFirstFit(root: { readonly current: HTMLElement | null }, fitted: boolean) {
  const session = useSession()
  const flow = useReactFlow()
  const api = useStoreApi()
  useEffect(() => {
    // An empty canvas has nothing to fit; the first step stays where it is dropped.
    let done = fitted || session.document.store.getState().graph.nodes.length === 0
    const fitOnce = () => {
      const { width, height } = api.getState()
      if (done || width === 0 || height === 0 || root.current === null) return
      if (session.flow.store.getState().nodes.length === 0) return
      done = true
      flow.fitView({ padding: viewPadding, maxZoom: fittedZoom })
    }
    const stops = [api.subscribe(fitOnce), session.flow.store.subscribe(fitOnce)]
    fitOnce()
    return () => {
      for (const stop of stops) stop()
    }
  }, [session, flow, api, root, fitted])
}
