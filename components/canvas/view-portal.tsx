'use client'

import { useStore as useFlow } from '@xyflow/react'
import { type ReactNode, useMemo } from 'react'
import { createPortal } from 'react-dom'

interface PortalProps {
  readonly children: ReactNode
}

/** A portal whose content moves and zooms with the steps. */
export function ViewPortal({ children }: PortalProps) {
  return usePortal('.react-flow__viewport-portal', children)
}

/** A portal for labels on edges, below the steps. */
export function LabelPortal({ children }: PortalProps) {
  return usePortal('.react-flow__edgelabel-renderer', children)
}

/**
 * A portal into the canvas. The portals of the canvas library search the whole drawing for their container at every
 * frame, each for itself.
 */
function usePortal(selector: string, children: ReactNode) {
  const canvas = useFlow((flow) => flow.domNode)
  const place = useMemo(() => canvas?.querySelector(selector) ?? null, [canvas, selector])
  return place === null ? null : createPortal(children, place)
}
