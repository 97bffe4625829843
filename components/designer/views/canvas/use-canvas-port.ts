'use client'

import { useReactFlow, useStoreApi } from '@xyflow/react'
import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { glideMs } from '#components/canvas/glide.ts'
import { nodeSize } from '#components/canvas/measures.ts'
import { useSession, useView } from '../../model/session-context.tsx'
import { fittingOf, isFitted, useFirstFit } from './use-first-fit.ts'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

const moveMs = 160
const zoomMs = 120
/** The least distance of a revealed step from the edge of the view, in pixels. */
const margin = 48

/** How far to move so that what begins at `start` lies within the view: no more than needed. */
function inward(start: number, length: number, view: number): number {
  if (start < margin) return margin - start
  const over = start + length - (view - margin)
  return over > 0 ? -Math.min(over, start - margin) : 0
}

const nothing = () => undefined

/** Puts the focus on a node; what is returned gives that up while the node is not there yet. */
function focusDrawn(root: HTMLElement | null, id: string): () => void {
  const drawn = () => root?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)
  const before = document.activeElement
  drawn()?.focus()
  if (drawn()) return nothing
  // A node outside the view is not in the document until the view has moved; by then the next key may have taken the focus elsewhere.
  const frame = requestAnimationFrame(() => {
    if (document.activeElement === before) drawn()?.focus()
  })
  return () => cancelAnimationFrame(frame)
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
      show(drawn) {
        const view = root.current?.getBoundingClientRect()
        if (view === undefined) return
        const box = drawn.getBoundingClientRect()
        const x = inward(box.left - view.left, box.width, view.width)
        const y = inward(box.top - view.top, box.height, view.height)
        const before = flow.getViewport()
        if (x !== 0 || y !== 0) flow.setViewport({ ...before, x: before.x + x, y: before.y + y })
      },
    }
    return () => {
      session.canvas = null
    }
  }, [session, flow])

  useEffect(() => {
    if (stepRequest === null) return
    const { step, focus } = stepRequest
    const show = (): (() => void) | null => {
      const id = session.flow.drawnId(step)
      const node = session.flow.store.getState().nodes.find((other) => other.id === id)
      if (node === undefined) return null
      const { transform, width, height } = api.getState()
      const [left, top, zoom] = transform
      const nodeLeft = node.position.x * zoom + left
      const nodeTop = node.position.y * zoom + top
      // What lies below the fields is no part of the view.
      const seen = width - session.view.store.getState().covered
      const x = left + inward(nodeLeft, (node.width ?? 0) * zoom, seen)
      // For a frame higher than the view, its head is shown.
      const y = top + inward(nodeTop, (node.data.open ? nodeSize.height : (node.height ?? 0)) * zoom, height)
      if (x !== left || y !== top) flow.setViewport({ x, y, zoom }, { duration: focus ? 0 : glideMs(moveMs) })
      return focus ? focusDrawn(root.current, id) : nothing
    }
    let stop = show()
    if (stop !== null) return stop
    // A step that has just been made is drawn a frame later.
    const unsubscribe = session.flow.store.subscribe(() => {
      stop = show()
      if (stop !== null) unsubscribe()
    })
    return () => {
      unsubscribe()
      stop?.()
    }
  }, [stepRequest, session, flow, api])

  useEffect(() => {
    if (fitRequest === null) return
    const state = api.getState()
    const whole = fitRequest.toggles && isFitted(session, state)
    flow.fitView({ duration: glideMs(moveMs), ...fittingOf(session, state, whole) })
  }, [fitRequest, session, flow, api])

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
