import type { ReactFlowProvider } from '@xyflow/react'
import type { ComponentProps } from 'react'
import type { Size } from '#components/canvas/expansion/make-room.ts'
import { fitZoom, viewPaddingIn } from '#components/canvas/measures.ts'
import { leastZoom } from '../../algorithms/drawing/far-steps.ts'
import { openingSteps } from '../../algorithms/drawing/opening-steps.ts'
import type { FlowState } from '../../model/drawing/flow-store.ts'

/** Above this number of nodes, nodes outside the view are not in the document, and a far zoom draws them as a crowd. */
export const cullAbove = 40

type FirstView = Omit<ComponentProps<typeof ReactFlowProvider>, 'children'>

/**
 * The initial props with which the canvas library draws everything in view at once. Without them its first frame is
 * empty, the second shows the steps near the origin, and only the third is final. Null while there is nothing to fit.
 */
export function firstView(
  { nodes, terminals, edges, direction }: FlowState,
  { width, height }: Size,
): FirstView | null {
  if (nodes.length === 0 || width === 0 || height === 0) return null
  const all = [...nodes, ...terminals]
  const shown = openingSteps(all, { width, height }, { direction })
  return {
    // The other nodes come with the first rendering: these nodes decide the view.
    initialNodes: [...shown],
    // A crowd has no edges of its own: they would all be created and removed again before they are visible.
    initialEdges: nodes.length > cullAbove ? [] : edges,
    initialWidth: width,
    initialHeight: height,
    initialMinZoom: leastZoom,
    initialMaxZoom: fitZoom.most,
    initialFitViewOptions: { padding: viewPaddingIn(height), ...(shown === all ? {} : { nodes: [...shown] }) },
    fitView: true,
  }
}
