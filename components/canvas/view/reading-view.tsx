'use client'

import { useReactFlow, useStore, useStoreApi } from '@xyflow/react'
import { type RefObject, useEffect, useRef } from 'react'
import { glideMs } from '../glide.ts'
import { boundsOf } from './map-paths.ts'
import { viewAfterResize } from './view-after-resize.ts'
import { viewportFor } from './viewport-for.ts'

export interface ReadingViewProps {
  /** The nodes that matter most, the weightiest first: what runs, waits or failed, or what is selected. */
  readonly focus: readonly string[]
  /** A new value brings the focus into view even after the user has moved the view. */
  readonly asked: string | null
  /** Whether the user has moved the view, which then stays where it is. */
  readonly moved: RefObject<boolean>
}

const moveMs = 160

/**
 * The view of a graph that is looked at. It shows the whole drawing, or what matters of it, and follows that, until the
 * user moves the view. From then on the view stays, and resizing the pane keeps in view what was in view.
 */
export function ReadingView({ focus, asked, moved }: ReadingViewProps) {
  const { getNodes, setViewport } = useReactFlow()
  const api = useStoreApi()
  const width = useStore((flow) => flow.width)
  const height = useStore((flow) => flow.height)
  const drawn = useStore(({ nodes }) =>
    nodes.map(({ id, position: { x, y }, height: high }) => [id, x, y, high].join(' ')).join(),
  )
  const weight = focus.join('\n')
  const last = useRef<{ width: number; height: number; drawn: string; asked: string | null } | null>(null)

  useEffect(() => {
    if (width === 0 || height === 0 || drawn === '') return
    const before = last.current
    last.current = { width, height, drawn, asked }
    if (before !== null && before.asked !== asked) moved.current = false
    if (before === null || !moved.current) {
      const glides = before !== null && before.drawn === drawn && before.width === width && before.height === height
      const view = viewportFor(getNodes(), weight === '' ? [] : weight.split('\n'), { width, height })
      void setViewport(view, { duration: glides ? glideMs(moveMs) : 0 })
      return
    }
    if (before.width === width && before.height === height) return
    const nodes = getNodes()
    const [x, y, zoom] = viewAfterResize({
      view: api.getState().transform,
      before,
      shift: { x: 0, y: 0 },
      after: { width, height },
      all: boundsOf(nodes),
      each: nodes.flatMap((node) => boundsOf([node]) ?? []),
      selected: boundsOf(nodes.filter(({ selected }) => selected)),
    })
    void setViewport({ x, y, zoom })
  }, [api, getNodes, setViewport, width, height, drawn, weight, asked, moved])
  return null
}
