'use client'

import { useStore } from '@xyflow/react'
import { useLayoutEffect } from 'react'
import { nearZoom } from './measures.ts'

/**
 * A mark on the canvas while it is zoomed out a little. Words are then drawn larger (app/globals.css), so that none is
 * smaller than 11 pixels on the screen down to the least zoom of a fit. An attribute, so that no step renders again.
 */
export function ZoomMark() {
  const canvas = useStore((flow) => flow.domNode)
  const isMid = useStore((flow) => flow.transform[2] < nearZoom)
  useLayoutEffect(() => {
    canvas?.toggleAttribute('data-mid', isMid)
  }, [canvas, isMid])
  return null
}
