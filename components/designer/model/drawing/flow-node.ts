import { MarkerType, Position } from '@xyflow/react'
import type { Point } from '#components/canvas/edges/edge-path.ts'
import type { EdgeRoute } from '#components/canvas/edges/level-routes.ts'
import { type DrawnNode, frameLayer } from '#components/canvas/expansion/compose-drawing.ts'
import type { Size } from '#components/canvas/expansion/make-room.ts'
import type { Direction } from '#components/canvas/layout/direction.ts'
import { failureHandle, nodeSize, terminalSizes } from '#components/canvas/measures.ts'
import { stepMarks } from '#components/canvas/step-data.ts'
import type { TerminalNode } from '#components/canvas/terminals/place-terminals.ts'
import { terminalData, terminalEdgeLabel } from '#components/canvas/terminals/terminal-flow.ts'
import type { TerminalFlowNode, TerminalNodeData } from '#components/canvas/terminals/terminal-node.tsx'
import { canvasTexts } from '#components/canvas/texts/canvas.ts'
import { titleData } from '#components/canvas/title-data.ts'
import type { WorkflowFlowEdge } from '#components/canvas/workflow-edge.tsx'
import type { BranchRef, WorkflowFlowNode, WorkflowNodeData } from '#components/canvas/workflow-node.tsx'
import type { ActionScope } from '#components/shell/actions/action.ts'
import type { GraphEdge } from '#core/graph/graph.ts'
import { isTerminal, type SceneNode } from '../../algorithms/drawing/scene-node.ts'
import { modelTexts } from '../../texts/model.ts'
import { edgeLabel, stepSummary } from './labels.ts'

type Handles = NonNullable<WorkflowFlowNode['handles']>
/** The size of a handle in pixels, and of a hidden handle. */
const dot = 8
const hiddenDot = 1

/** The handles of a node. With known handles, the library knows the ends of edges without rendering the node. */
function handlesOf({ width, height }: Size, size: number, direction: Direction): Handles {
  const around = (x: number, y: number) => ({ x: x - size / 2, y: y - size / 2, width: size, height: size })
  if (direction === 'right') {
    return [
      { type: 'target', position: Position.Left, ...around(0, height / 2) },
      { type: 'source', position: Position.Right, ...around(width, height / 2) },
      { id: failureHandle, type: 'source', position: Position.Bottom, ...around(nodeSize.width / 2, height) },
    ]
  }
  return [
    { type: 'target', position: Position.Top, ...around(width / 2, 0) },
    { type: 'source', position: Position.Bottom, ...around(width / 2, height) },
    { id: failureHandle, type: 'source', position: Position.Right, ...around(width, nodeSize.height / 2) },
  ]
}
const cardHandles = { down: handlesOf(nodeSize, dot, 'down'), right: handlesOf(nodeSize, dot, 'right') } as const
const stillHandles = {
  down: handlesOf(nodeSize, hiddenDot, 'down'),
  right: handlesOf(nodeSize, hiddenDot, 'right'),
} as const
/** The start has no edge to it, and an end none from it. */
const terminalHandles = ({ terminal }: TerminalNode, direction: Direction): Handles =>
  handlesOf(terminalSizes[terminal], hiddenDot, direction).filter(
    ({ type, id }) => id == null && type === (terminal === 'start' || terminal === 'fork' ? 'source' : 'target'),
  )

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
  marks: {
    readonly selected: boolean
    readonly current: boolean
    readonly label: string
    readonly direction: Direction
    readonly rollsBack: boolean
    readonly branch: BranchRef | undefined
  },
): WorkflowFlowNode {
  const { direction, rollsBack, branch } = marks
  const size = frame ?? nodeSize
  const data = dataOf(node, { open: frame !== null, owner, depth, words, direction, rollsBack, branch })
  // Edges of another workflow, and of a folded group, are not drawn from here.
  const isStill = node.foreign || data.folded !== undefined || branch !== undefined
  return {
    id: node.id,
    type: 'step',
    ...positionProps(position),
    data,
    ...size,
    measured: size,
    handles:
      frame === null
        ? (isStill ? stillHandles : cardHandles)[direction]
        : handlesOf(frame, isStill ? hiddenDot : dot, direction),
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

/** The node of the start or an end. It is never selected or moved: the text has no step for it. */
export function terminalFlowNode(
  { node: { id, foreign }, position, owner }: DrawnNode<SceneNode>,
  of: TerminalNode,
  shown: Pick<TerminalNodeData, 'inputs' | 'triggers' | 'direction' | 'round' | 'fork'>,
): TerminalFlowNode {
  const size = terminalSizes[of.terminal]
  return {
    id,
    type: 'terminal',
    ...positionProps(position),
    data: terminalData(of, shown),
    ...size,
    measured: size,
    handles: terminalHandles(of, shown.direction),
    draggable: false,
    selectable: false,
    ...(foreign || owner !== null ? { connectable: false } : {}),
  }
}

interface Shown {
  readonly open: boolean
  readonly owner: string | null
  readonly depth: number
  readonly words: string | undefined
  readonly direction: Direction
  readonly rollsBack: boolean
  readonly branch: BranchRef | undefined
}

function dataOf(
  { of, foreign }: SceneNode,
  { open, owner, depth, words, direction, rollsBack, branch }: Shown,
): WorkflowNodeData {
  const more = {
    direction,
    ...(open ? { open } : {}),
    ...(foreign ? { foreign } : {}),
    ...(owner === null ? {} : { owner, depth }),
    ...(words === undefined ? {} : { emptyWords: words }),
    ...(branch === undefined ? {} : { branch }),
  }
  if ('step' in of) {
    const { step } = of
    const opens = step.type === 'LOOP' || step.type === 'PARALLEL' || step.type === 'SUB_WORKFLOW'
    // Its node has a button for the first route.
    const lacksRoutes = step.type === 'DECISION' && step.routes.length === 0
    return {
      stepType: step.type,
      ...titleData(step),
      summary: stepSummary(step),
      ...stepMarks(step, { saga_enabled: rollsBack }),
      ...(opens || lacksRoutes ? { step } : {}),
      ...more,
    }
  }
  const folded = isTerminal(of) ? {} : { name: of.title, folded: of }
  return { stepType: 'UNKNOWN', name: '', summary: '', ...folded, ...more }
}

/** No `label` where it can be changed: the condition is drawn by the designer's own, editable one. */
function labelled({ kind, label }: GraphEdge, foreign: boolean): Partial<NonNullable<WorkflowFlowEdge['data']>> {
  if (kind === 'failure') return { label: canvasTexts.onError, ...(foreign ? { foreign } : {}) }
  return foreign ? { foreign, label } : {}
}

const backMarker = { type: MarkerType.ArrowClosed, width: 14, height: 14 } as const

export function flowEdge(
  edge: GraphEdge,
  route: EdgeRoute | undefined,
  marks: { readonly selected: boolean; readonly foreign: boolean; readonly direction: Direction },
): WorkflowFlowEdge {
  const { selected, foreign, direction } = marks
  const terminal = terminalEdgeLabel(edge)
  return {
    id: edge.id,
    type: 'flow',
    source: edge.source,
    target: edge.target,
    ...(edge.kind === 'failure' ? { sourceHandle: failureHandle } : {}),
    ...(edge.back ? { markerEnd: backMarker } : {}),
    data: {
      kind: edge.kind,
      back: edge.back,
      direction,
      terminal: edge.terminal,
      ...route,
      ...labelled(edge, foreign),
    },
    selected,
    reconnectable: selected,
    // Start and ends follow from the text: only a route to the end is written there.
    ...(foreign || (terminal !== null && edge.kind !== 'route') ? { selectable: false } : {}),
    ariaLabel: terminal ?? edgeLabel(edge),
  }
}
