import { describe, expect, it } from 'vitest'
import { lineCrossings, linePasses } from '#components/canvas/edges/line-crossings.ts'
import { parse } from '#core/definition/parse.ts'
import { decompile } from '#core/graph/decompile.ts'
import { type DrawnBox, drawGraph } from '../testing/draw-graph.ts'
import { layeredLayout } from './layered-layout.ts'
import { layoutRequest } from './placement.ts'

/*
 * The examples as they are drawn once they are arranged: layout, start and ends, lanes and labels together.
 */

const texts = import.meta.glob<string>('/examples/workflows/*.yaml', { query: '?raw', import: 'default', eager: true })

/** A text that holds several workflows is imported, not drawn. */
const graphsOf = (text: string) =>
  text.split(/^---$/m).flatMap((text) => {
    const { definition } = parse(text)
    return definition === null ? [] : [decompile(definition, {})]
  })

const overlap = (a: Omit<DrawnBox, 'id'>, b: Omit<DrawnBox, 'id'>) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

describe.each(['down', 'right'] as const)('drawn %s', (direction) => {
  it.each(Object.entries(texts))('%s is drawn without a crossing, and its words stand free', (_, text) => {
    for (const graph of graphsOf(text)) {
      const { boxes, lines } = drawGraph(graph, layeredLayout(layoutRequest(graph, direction)), direction)
      const down = lines.filter(({ back }) => !back)
      for (const [index, edge] of down.entries()) {
        for (const other of down.slice(index + 1)) expect(lineCrossings(edge.line, other.line)).toBe(0)
        const passed = boxes.filter(({ id }) => id !== edge.source && id !== edge.target)
        expect(passed.filter((card) => linePasses(edge.line, card))).toEqual([])
        const { words } = edge
        if (!words) continue
        // From left to right, a long label may hide the beginning of another route of its decision.
        const isSibling = (other: typeof edge) => direction === 'right' && other.source === edge.source
        const under = down.filter((other) => other !== edge && !isSibling(other) && linePasses(other.line, words))
        expect(under).toEqual([])
        expect(boxes.filter((box) => overlap(box, words))).toEqual([])
      }
      for (const [index, box] of boxes.entries())
        expect(boxes.slice(index + 1).filter((other) => overlap(box, other))).toEqual([])
    }
  })
})
