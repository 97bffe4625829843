import type { ReactFlowProvider } from '@xyflow/react'
import type { ComponentProps } from 'react'
import type { Size } from '#components/canvas/expansion/make-room.ts'
import { viewPadding } from '#components/canvas/measures.ts'
import type { FlowState } from './flow-store.ts'

/** Everything is brought into view, but never larger than it is. */
export const fittedZoom = 1
export const leastZoom = 0.1
/** From here on, nodes outside the view are not in the document, and from far away they are a crowd. */
export const cullAbove = 120

type FirstView = Omit<ComponentProps<typeof ReactFlowProvider>, 'children'>

/**
 * What the canvas library has to know to draw everything in view at once: otherwise its first picture is empty, the second
 * has what happens to stand at the origin, and only the third is the one that stays. Null while there is nothing to fit.
 */
export function firstView({ nodes, edges }: FlowState, { width, height }: Size): FirstView | null {
  if (nodes.length === 0 || width === 0 || height === 0) return null
  return {
    initialNodes: nodes,
    // A crowd has no edges of its own: they would all be made, and taken away again before anybody sees them.
    initialEdges: nodes.length > cullAbove ? [] : edges,
    initialWidth: width,
    initialHeight: height,
    initialMinZoom: leastZoom,
    initialMaxZoom: fittedZoom,
    initialFitViewOptions: { padding: viewPadding },
    fitView: true,
  }
}
