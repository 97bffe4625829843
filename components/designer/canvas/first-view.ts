import type { ReactFlowProvider } from '@xyflow/react'
import type { ComponentProps } from 'react'
import type { Size } from '#components/canvas/expansion/make-room.ts'
import { viewPaddingIn } from '#components/canvas/measures.ts'
import { leastZoom } from './far-steps.ts'
import type { FlowState } from './flow-store.ts'
import { openingSteps } from './opening-steps.ts'

/** Everything, or the beginning of what is too long, is brought into view, but never larger than it is. */
export const fittedZoom = 1
/** From here on, nodes outside the view are not in the document, and from far away they are a crowd. */
export const cullAbove = 40

type FirstView = Omit<ComponentProps<typeof ReactFlowProvider>, 'children'>

/**
 * What the canvas library has to know to draw everything in view at once: otherwise its first picture is empty, the second
 * has what happens to stand at the origin, and only the third is the one that stays. Null while there is nothing to fit.
 */
export function firstView({ nodes, edges }: FlowState, { width, height }: Size): FirstView | null {
  if (nodes.length === 0 || width === 0 || height === 0) return null
  const shown = openingSteps(nodes, { width, height })
  return {
    // The others come with the first drawing: what is looked at is decided by these.
    initialNodes: [...shown],
    // A crowd has no edges of its own: they would all be made, and taken away again before anybody sees them.
    initialEdges: nodes.length > cullAbove ? [] : edges,
    initialWidth: width,
    initialHeight: height,
    initialMinZoom: leastZoom,
    initialMaxZoom: fittedZoom,
    initialFitViewOptions: { padding: viewPaddingIn(height), ...(shown === nodes ? {} : { nodes: [...shown] }) },
    fitView: true,
  }
}
