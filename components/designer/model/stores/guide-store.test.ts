import { expect, it } from 'vitest'
import { createGuideStore } from './guide-store.ts'

const others = [{ id: 'Other', position: { x: 300, y: 120 } }]
const at = (x: number, y: number, dragging: boolean) => [
  { type: 'position' as const, id: 'Dragged', position: { x, y }, dragging },
]

it('draws a dragged step into line, shows the line, and leaves the step there when it is let go', () => {
  const guides = createGuideStore()
  expect(guides.snap(at(0, 124, true), others, 1)).toEqual(at(0, 120, true))
  expect(guides.store.getState()).toMatchObject([{ axis: 'y', at: 148 }])
  expect(guides.snap(at(0, 124, false), others, 1)).toEqual(at(0, 120, false))
  expect(guides.store.getState()).toEqual([])
})

it('moves nothing that is not dragged, and nothing after a drag', () => {
  const guides = createGuideStore()
  guides.snap(at(0, 124, true), others, 1)
  guides.snap(at(0, 124, false), others, 1)
  expect(guides.snap(at(0, 124, false), others, 1)).toEqual(at(0, 124, false))
  guides.snap(at(0, 124, true), others, 1)
  expect(guides.snap(at(0, 200, true), others, 1)).toEqual(at(0, 200, true))
  expect(guides.snap(at(0, 200, false), others, 1)).toEqual(at(0, 200, false))
})

it('reaches as far as it is seen: in canvas pixels further, the smaller the steps are drawn', () => {
  const guides = createGuideStore()
  expect(guides.snap(at(0, 130, true), others, 1)).toEqual(at(0, 130, true))
  expect(guides.snap(at(0, 130, true), others, 0.5)).toEqual(at(0, 120, true))
})
