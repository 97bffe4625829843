import { MarkerType, Position } from '@xyflow/react'
import type { Point } from '#components/canvas/edges/edge-path.ts'
import type { EdgeRoute } from '#components/canvas/edges/level-routes.ts'
import { type DrawnNode, frameLayer } from '#components/canvas/expansion/compose-drawing.ts'
import type { Size } from '#components/canvas/expansion/make-room.ts'
import { nodeSize } from '#components/canvas/measures.ts'
import { titleData } from '#components/canvas/title-data.ts'
import type { WorkflowFlowEdge } from '#components/canvas/workflow-edge.tsx'
import type { WorkflowFlowNode, WorkflowNodeData } from '#components/canvas/workflow-node.tsx'
import type { ActionScope } from '#components/shell/actions/action.ts'
import type { GraphEdge } from '#core/graph/graph.ts'
import type { SceneNode } from '../../algorithms/drawing/scene-node.ts'
import { modelTexts } from '../../texts/model.ts'
import { edgeLabel, stepSummary } from './labels.ts'

export const failureHandle = 'failure'

type Handles = NonNullable<WorkflowFlowNode['handles']>
/** The size of a handle in pixels, and of a hidden handle. */
const dot = 8
const hiddenDot = 1

/** The handles of a node. With known handles, the library knows the ends of edges without rendering the node. */
function handlesOf({ width, height }: Size, size: number): Handles {
  const around = (x: number, y: number) => ({ x: x - size / 2, y: y - size / 2, width: size, height: size })
  return [
    { type: 'target', position: Position.Top, ...around(width / 2, 0) },
    { type: 'source', position: Position.Bottom, ...around(width / 2, height) },
    { id: failureHandle, type: 'source', position: Position.Right, ...around(width, nodeSize.height / 2) },
  ]
}
const cardHandles = handlesOf(nodeSize, dot)
const stillHandles = handlesOf(nodeSize, hiddenDot)

type Attributes = NonNullable<WorkflowFlowNode['domAttributes']>
/** The attribute that makes the shortcuts of the canvas apply while a node has the focus. */
const scope: object = { 'data-action-scope': 'canvas' satisfies ActionScope }
const attributesFor = (current: boolean, selected: boolean): Attributes => ({
  tabIndex: current ? 0 : -1,
  'aria-pressed': selected,
  'aria-roledescription': 'step',
  ...scope,
})
/** The attributes of a frame. A frame is a group, not a button: its buttons are inside. */
const frameAttributesFor = (current: boolean): Attributes => ({
  tabIndex: current ? 0 : -1,
  'aria-roledescription': modelTexts.openStep,
  ...scope,
})
/** The attribute objects that all nodes share: for the library, an equal but different object is a change. */
const attributes = {
  plain: attributesFor(false, false),
  selected: attributesFor(false, true),
  current: attributesFor(true, false),
  both: attributesFor(true, true),
  frame: frameAttributesFor(false),
  currentFrame: frameAttributesFor(true),
  none: {},
} as const

export function attributesOf(
  node: { readonly data: WorkflowNodeData },
  current: boolean,
  selected: boolean,
): Attributes {
  if (node.data.foreign) return attributes.none
  if (node.data.open) return current ? attributes.currentFrame : attributes.frame
  if (current) return selected ? attributes.both : attributes.current
  return selected ? attributes.selected : attributes.plain
}

/**
 * The position props of a node. The canvas library would move each node by its own transform, and the browser would
 * then treat each node as a separate layer and recompose all of them in every frame of a pan.
 */
export function positionProps(position: Point): Pick<WorkflowFlowNode, 'position' | 'style'> {
  return { position, style: { left: position.x, top: position.y, transform: 'none' } }
}

/** A node or frame in the form that the canvas library expects; `words` is the text in a frame without steps. */
export function flowNode(
  { node, position, frame, depth, owner }: DrawnNode<SceneNode>,
  words: string | undefined,
  marks: { readonly selected: boolean; readonly current: boolean; readonly label: string },
): WorkflowFlowNode {
  const size = frame ?? nodeSize
  const data = dataOf(node, { open: frame !== null, owner, depth, words })
  // Edges of another workflow, and of a folded group, are not drawn from here.
  const isStill = node.foreign || data.folded !== undefined
  return {
    id: node.id,
    type: 'step',
    ...positionProps(position),
    data,
    ...size,
    measured: size,
    handles: frame === null ? (isStill ? stillHandles : cardHandles) : handlesOf(frame, isStill ? hiddenDot : dot),
    selected: marks.selected,
    ...(frame === null ? {} : { zIndex: frameLayer(depth) }),
    // Steps in a body have no position in the text, and steps of another workflow are edited on its own page.
    ...(owner === null ? {} : { draggable: false }),
    ...(node.foreign ? { selectable: false, connectable: false } : {}),
    ariaRole: frame === null && !node.foreign ? 'button' : 'group',
    ariaLabel: marks.label,
    domAttributes: attributesOf({ data }, marks.current, marks.selected),
  }
}

function dataOf(
  { of, foreign }: SceneNode,
  { open, owner, depth, words }: { open: boolean; owner: string | null; depth: number; words: string | undefined },
): WorkflowNodeData {
  const more = {
    ...(open ? { open } : {}),
    ...(foreign ? { foreign } : {}),
    ...(owner === null ? {} : { owner, depth }),
    ...(words === undefined ? {} : { emptyWords: words }),
  }
  if ('step' in of) {
    const { step } = of
    const opens = step.type === 'LOOP' || step.type === 'SUB_WORKFLOW'
    return { stepType: step.type, ...titleData(step), summary: stepSummary(step), ...(opens ? { step } : {}), ...more }
  }
  return { stepType: 'UNKNOWN', name: of.title, summary: '', folded: of, ...more }
}

const backMarker = { type: MarkerType.ArrowClosed, width: 14, height: 14 } as const

export function flowEdge(
  edge: GraphEdge,
  route: EdgeRoute | undefined,
  { selected, foreign }: { readonly selected: boolean; readonly foreign: boolean },
): WorkflowFlowEdge {
  return {
    id: edge.id,
    type: 'flow',
    source: edge.source,
    target: edge.target,
    ...(edge.kind === 'failure' ? { sourceHandle: failureHandle } : {}),
    ...(edge.back ? { markerEnd: backMarker } : {}),
    // No `label` where it can be changed: the condition is drawn by the designer's own, editable one.
    data: { kind: edge.kind, back: edge.back, ...route, ...(foreign ? { foreign, label: edge.label } : {}) },
    selected,
    reconnectable: selected,
    ...(foreign ? { selectable: false } : {}),
    ariaLabel: edgeLabel(edge),
  }
}
