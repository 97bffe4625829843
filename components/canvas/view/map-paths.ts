import { nodeSize } from '#components/canvas/measures.ts'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface MappedNode {
  readonly position: { readonly x: number; readonly y: number }
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/** The nodes as one SVG path per colour; a frame precedes the nodes in it. */
export function mapPaths<Node extends MappedNode>(
  nodes: readonly Node[],
  colourOf: (node: Node) => string,
): readonly (readonly [colour: string, path: string])[] {
  const paths = new Map<string, string>()
  for (const node of nodes) {
    const { position, width = nodeSize.width, height = nodeSize.height } = node
    const colour = colourOf(node)
    paths.set(colour, `${paths.get(colour) ?? ''}M${position.x} ${position.y}h${width}v${height}h${-width}z`)
  }
  const area = (path: string) => Number(/h(\d+)v/.exec(path)?.[1] ?? 0)
  return [...paths].toSorted(([, a], [, b]) => area(b) - area(a))
}

/** The box around all nodes; null around none. */
export function boundsOf(nodes: readonly MappedNode[]): Box | null {
  if (nodes.length === 0) return null
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { position, width = nodeSize.width, height = nodeSize.height } of nodes) {
    left = Math.min(left, position.x)
    top = Math.min(top, position.y)
    right = Math.max(right, position.x + width)
    bottom = Math.max(bottom, position.y + height)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Whether one box contains another one completely. */
export function holds(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.width >= inner.x + inner.width &&
    outer.y + outer.height >= inner.y + inner.height
  )
}

/** The view box of a map: the steps and the viewport with some margin, in the map's own proportions. */
export function viewBoxOf(steps: Box, view: Box, size: { readonly width: number; readonly height: number }): Box {
  const left = Math.min(steps.x, view.x)
  const top = Math.min(steps.y, view.y)
  const width = Math.max(steps.x + steps.width, view.x + view.width) - left
  const height = Math.max(steps.y + steps.height, view.y + view.height) - top
  const scale = Math.max(width / size.width, height / size.height) * 1.1
  const shown = { width: size.width * scale, height: size.height * scale }
  return { x: left - (shown.width - width) / 2, y: top - (shown.height - height) / 2, ...shown }
}
