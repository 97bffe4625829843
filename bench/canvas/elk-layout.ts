import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { LayoutPositions, LayoutRequest } from '#components/canvas/layout/layout-request.ts'

interface ElkNode {
  readonly id: string
  readonly x?: number
  readonly y?: number
}
interface Elk {
  layout(graph: unknown): Promise<{ readonly children?: readonly ElkNode[] }>
}

/** elkjs, layered, with ports and the order of the model, as a layout to compare ours with; it is no dependency. */
export async function elkLayout(folder: string): Promise<(request: LayoutRequest) => Promise<LayoutPositions>> {
  const load = createRequire(join(folder, 'package.json'))
  const Constructor = load('elkjs/lib/elk.bundled.js') as new () => Elk
  const elk = new Constructor()
  return async ({ nodes, edges, direction = 'down', before }) => {
    const isRight = direction === 'right'
    const sides = isRight
      ? { in: 'WEST', out: 'EAST', failure: 'SOUTH' }
      : { in: 'NORTH', out: 'SOUTH', failure: 'EAST' }
    const ids = new Set(nodes.map(({ id }) => id))
    const answer = await elk.layout({
      id: 'root',
      layoutOptions: {
        'elk.algorithm': 'layered',
        'elk.direction': isRight ? 'RIGHT' : 'DOWN',
        'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
        'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
        'elk.spacing.nodeNode': '24',
        'elk.layered.spacing.nodeNodeBetweenLayers': '56',
        'elk.edgeLabels.inline': 'true',
        ...(before === undefined ? {} : { 'elk.layered.crossingMinimization.semiInteractive': 'true' }),
      },
      children: nodes.map(({ id, width, height }) => ({
        id,
        width,
        height,
        ...(before?.[id] === undefined ? {} : { x: before[id].x, y: before[id].y }),
        layoutOptions: {
          'elk.portConstraints': 'FIXED_SIDE',
          ...(before?.[id] === undefined ? {} : { 'elk.position': `(${before[id].x},${before[id].y})` }),
        },
        ports: (['in', 'out', 'failure'] as const).map((port) => ({
          id: `${id}\n${port}`,
          layoutOptions: { 'elk.port.side': sides[port] },
        })),
      })),
      edges: edges
        .filter(({ source, target, back }) => !back && source !== target && ids.has(source) && ids.has(target))
        .map(({ source, target, side, labelWidth }, index) => ({
          id: `e${index}`,
          sources: [`${source}\n${side ? 'failure' : 'out'}`],
          targets: [`${target}\nin`],
          ...(labelWidth === undefined ? {} : { labels: [{ text: 'x', width: labelWidth, height: 18 }] }),
        })),
    })
    return Object.fromEntries((answer.children ?? []).map(({ id, x = 0, y = 0 }) => [id, { x, y }]))
  }
}
