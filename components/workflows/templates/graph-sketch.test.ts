import { expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { sketchOf } from './graph-sketch.ts'

const read = (steps: string) => parse(`workflow_type: Flow\nsteps:\n${steps}`).definition as Definition
const call = (name: string, more = '') => `  - { name: ${name}, function: f.x${more} }\n`

it('puts each step below what leads to it, and branches side by side', () => {
  const { boxes, lines, width } = sketchOf(
    read(call('A', ', next: [B, C]') + call('B', ', next: D') + call('C', ', next: D') + call('D')),
  )
  const [a, b, c, d] = boxes.filter(({ name }) => name !== '')
  const [start, end] = [boxes[0], boxes.at(-1)]
  expect([start?.type, end?.type]).toEqual(['start', 'end'])
  expect([start?.y, a?.y, b?.y, d?.y, end?.y].map((y) => (y ?? 0) / 42)).toEqual([0, 1, 2, 3, 4])
  expect(b?.y).toBe(c?.y)
  expect((a?.x ?? 0) + 56).toBe(width / 2)
  expect(lines).toHaveLength(6)
})

it('draws a line around the step that stands between its ends', () => {
  const { lines } = sketchOf(read(call('A', ', next: [B, C]') + call('B', ', next: C') + call('C')))
  const past = lines.find(({ id }) => id.includes('["A","C"]'))
  const straight = lines.find(({ id }) => id.includes('["A","B"]'))
  expect(past?.path).toMatch(/^M56 64C146 /)
  expect(straight?.path).toMatch(/^M56 64C56 /)
})

it('leaves out what leads back, and draws nothing of nothing', () => {
  const again = '  - { name: Again, type: DECISION, routes: [{ condition: state.a, target: A }, { default: B }] }\n'
  expect(sketchOf(read(call('A') + again + call('B'))).lines).toHaveLength(4)
  expect(sketchOf({ steps: [] })).toMatchObject({ boxes: [], lines: [] })
})
