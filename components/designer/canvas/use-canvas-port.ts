'use client'

import { useReactFlow, useStoreApi } from '@xyflow/react'
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useSession, useView } from '../session-context.tsx'
import { pressCanvasKey } from './canvas-keys.ts'

const moveMs = 160
/** How far outside the view a step may be and still count as seen, in pixels. */
const margin = 24

/** Ties the session to the canvas on the screen: requests to show a step, to fit, and where the middle is. */
export function useCanvasPort() {
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
    }
    return () => {
      session.canvas = null
    }
  }, [session, flow])

  useEffect(() => {
    if (stepRequest === null) return
    const node = session.flow.store.getState().nodes.find((other) => other.id === stepRequest.step)
    if (node === undefined) return
    const { transform, width, height } = api.getState()
    const [left, top, zoom] = transform
    const x = node.position.x * zoom + left
    const y = node.position.y * zoom + top
    const nodeWidth = (node.width ?? 0) * zoom
    const nodeHeight = (node.height ?? 0) * zoom
    const seen = x >= margin && y >= margin && x + nodeWidth <= width - margin && y + nodeHeight <= height - margin
    const middle = [node.position.x + (node.width ?? 0) / 2, node.position.y + (node.height ?? 0) / 2] as const
    if (!seen) flow.setCenter(...middle, { zoom, duration: stepRequest.focus ? 0 : moveMs })
    if (!stepRequest.focus) return
    // A node outside the view is not in the document until the view has moved.
    const frame = requestAnimationFrame(() => {
      root.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(stepRequest.step)}"]`)?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [stepRequest, session, flow, api])

  useEffect(() => {
    if (fitRequest !== null) flow.fitView({ duration: moveMs, padding: 0.15, maxZoom: 1 })
  }, [fitRequest, flow])

  useFirstFit(root)

  const toCanvas = useCallback(
    (x: number, y: number) => flow.screenToFlowPosition({ x, y }, { snapToGrid: false }),
    [flow],
  )
  const keyPressed = useCallback(
    (event: KeyboardEvent) => {
      const node = (event.target as Element).closest<HTMLElement>('.react-flow__node')
      const current = node === event.target ? node?.dataset.id : undefined
      if (current !== undefined && pressCanvasKey(session, current, event)) event.preventDefault()
    },
    [session],
  )
  return { root, toCanvas, keyPressed }
}

/** Once there are nodes and a size, everything is in view: at once, without a movement. */
function useFirstFit(root: { readonly current: HTMLElement | null }) {
  const session = useSession()
  const flow = useReactFlow()
  const api = useStoreApi()
  useEffect(() => {
    let done = false
    const fitOnce = () => {
      const { width, height } = api.getState()
      if (done || width === 0 || height === 0 || root.current === null) return
      if (session.flow.store.getState().nodes.length === 0) return
      done = true
      flow.fitView({ padding: 0.15, maxZoom: 1 })
    }
    const stops = [api.subscribe(fitOnce), session.flow.store.subscribe(fitOnce)]
    fitOnce()
    return () => {
      for (const stop of stops) stop()
    }
  }, [session, flow, api, root])
}
