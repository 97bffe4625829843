import type { Point } from '../edges/edge-path.ts'
import type { Direction } from '../layout/direction.ts'
import { nodeSize } from '../measures.ts'
import { makeRoom, type Room, type Size } from './make-room.ts'

/** Nodes with their places, and their edges: a workflow, the body of a loop, or a sub-workflow. */
export interface Level<Node extends { readonly id: string }, Edge> {
  readonly nodes: readonly PlacedNode<Node>[]
  readonly edges: readonly Edge[]
}

interface PlacedNode<Node> {
  readonly node: Node
  readonly position: Point
  /** The size of a node that is no card. */
  readonly size?: Size
}

export interface DrawnNode<Node> {
  readonly node: Node
  /** The top left corner on the canvas, also for a node inside of a frame. */
  readonly position: Point
  /** The size of the frame that replaces the card; null for a card. */
  readonly frame: Size | null
  /** The size of a node that is neither a card nor a frame. */
  readonly size?: Size
  /** 0 on the canvas itself, 1 in a frame on it. */
  readonly depth: number
  /** The id of the node in whose frame it stands. */
  readonly owner: string | null
}

export interface Drawing<Node, Edge> {
  /** A frame stands before what is in it. */
  readonly nodes: readonly DrawnNode<Node>[]
  readonly edges: readonly Edge[]
  /** Open nodes of the outermost level, with their places before expansion and the sizes that room is made for. */
  readonly opened: readonly { readonly id: string; readonly position: Point; readonly size: Size }[]
  readonly room: Room
  readonly direction: Direction
}

/** Room in a frame: at the top for the head, which looks like a card. */
export const framePadding = { top: nodeSize.height + 28, side: 20, bottom: 24 } as const
/** Frames in frames; deeper levels are opened on a page of their own. */
export const mostLevels = 3

/**
 * One drawing of a graph in which some nodes are open and show what is inside.
 * `inside` has the levels by the id of their owner: ids must differ in the whole
 * drawing (`withOwner` prefixes those of another workflow), and owners may stand
 * inside of others. Positions within a level are its own; they are moved into
 * the frame of the owner, and everything around it makes room.
 *
 * To draw it: a node with `frame` is a `FrameCard` of that size with
 * `zIndex: frameLayer(depth)`, the others are cards; `levelRoutes` has the ways
 * of the edges. For a graph to look at, `ReadingCanvas` does all of that: hand
 * it `insides`, with `loopBody(step, graph.workflow)` for a LOOP and
 * `withOwner(graph, id)` for another workflow, and a `NodeToolsProvider` with
 * the button that opens and closes a node.
 */
export function composeDrawing<Node extends { readonly id: string }, Edge>(
  level: Level<Node, Edge>,
  inside: ReadonlyMap<string, Level<Node, Edge>>,
  direction: Direction = 'down',
): Drawing<Node, Edge> {
  return draw(level, inside, direction, 0)
}

function draw<Node extends { readonly id: string }, Edge>(
  level: Level<Node, Edge>,
  inside: ReadonlyMap<string, Level<Node, Edge>>,
  direction: Direction,
  depth: number,
): Drawing<Node, Edge> {
  const open = level.nodes.flatMap(({ node, position }) => {
    const content = depth < mostLevels ? inside.get(node.id) : undefined
    if (content === undefined) return []
    const drawing = draw(content, inside, direction, depth + 1)
    const bounds = boundsOf(drawing.nodes)
    return [{ id: node.id, position, drawing, bounds, size: frameSize(bounds) }]
  })
  const room = makeRoom(open, nodeSize, direction)
  const frames = new Map(open.map((one) => [one.id, one]))
  const nodes: DrawnNode<Node>[] = []
  const edges: Edge[] = [...level.edges]
  for (const { node, position, size } of level.nodes) {
    const frame = frames.get(node.id)
    if (frame === undefined) {
      const at = size === undefined ? room.toDrawn(position) : drawnAround(position, size, room)
      nodes.push({ node, position: at, frame: null, ...(size === undefined ? {} : { size }), depth, owner: null })
      continue
    }
    const corner = cornerOf(room.toDrawn(position), frame.size, direction)
    nodes.push({ node, position: corner, frame: frame.size, depth, owner: null })
    const spare = (frame.size.width - 2 * framePadding.side - frame.bounds.width) / 2
    const by = {
      x: corner.x + framePadding.side + spare - frame.bounds.left,
      y: corner.y + framePadding.top - frame.bounds.top,
    }
    for (const inner of frame.drawing.nodes) {
      const moved = { x: inner.position.x + by.x, y: inner.position.y + by.y }
      nodes.push({ ...inner, position: moved, owner: inner.owner ?? node.id })
    }
    edges.push(...frame.drawing.edges)
  }
  return { nodes, edges, opened: open, room, direction }
}

/** The corner of a frame whose card would stand at a place: a frame grows around the line that its edges run along. */
function cornerOf({ x, y }: Point, { width, height }: Size, direction: Direction): Point {
  return direction === 'right'
    ? { x, y: y - (height - nodeSize.height) / 2 }
    : { x: x - (width - nodeSize.width) / 2, y }
}

/** The drawn position of a node that is no card: in the middle of where a card would be. */
function drawnAround({ x, y }: Point, { width, height }: Size, room: Room): Point {
  const by = { x: (nodeSize.width - width) / 2, y: (nodeSize.height - height) / 2 }
  const card = room.toDrawn({ x: x - by.x, y: y - by.y })
  return { x: card.x + by.x, y: card.y + by.y }
}

/** The layer of a frame: behind all edges and cards, an inner frame in front of the outer one. */
export const frameLayer = (depth: number): number => depth - mostLevels - 1

interface Bounds extends Size {
  readonly left: number
  readonly top: number
}

/** The size of an empty level: one card, for the text that says that the level is empty. */
function boundsOf(nodes: readonly DrawnNode<unknown>[]): Bounds {
  if (nodes.length === 0) return { left: 0, top: 0, ...nodeSize }
  const left = Math.min(...nodes.map(({ position }) => position.x))
  const top = Math.min(...nodes.map(({ position }) => position.y))
  const right = Math.max(...nodes.map((one) => one.position.x + sizeOf(one).width))
  const bottom = Math.max(...nodes.map((one) => one.position.y + sizeOf(one).height))
  return { left, top, width: right - left, height: bottom - top }
}

export const sizeOf = ({ frame, size }: Pick<DrawnNode<unknown>, 'frame' | 'size'>): Size => frame ?? size ?? nodeSize

function frameSize({ width, height }: Size): Size {
  return {
    width: Math.max(width, nodeSize.width) + 2 * framePadding.side,
    height: height + framePadding.top + framePadding.bottom,
  }
}
