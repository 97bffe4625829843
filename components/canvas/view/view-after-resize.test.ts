import { expect, it } from 'vitest'
import { type Resized, viewAfterResize } from './view-after-resize.ts'

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
const resized = (parts: Partial<Resized>) =>
  viewAfterResize({
    view: [0, 0, 1],
    before: { width: 1000, height: 600 },
    shift: { x: 0, y: 0 },
    after: { width: 1000, height: 600 },
    all: box(100, 100, 700, 300),
    each: [],
    selected: null,
    ...parts,
  })

it('leaves the view alone while all steps are in it', () => {
  expect(resized({ after: { width: 900, height: 500 } })).toEqual([0, 0, 1])
  expect(resized({ after: { width: 2000, height: 900 } })).toEqual([0, 0, 1])
})

it('moves all steps back into view, no more than needed', () => {
  expect(resized({ after: { width: 760, height: 600 } })).toEqual([-64, 0, 1])
  expect(resized({ after: { width: 760, height: 390 } })).toEqual([-64, -34, 1])
})

it('makes them smaller where they would have no room, and never larger', () => {
  const [x, y, zoom] = resized({ after: { width: 398, height: 600 } })
  expect(zoom).toBe(0.5)
  expect([x + 100 * zoom, x + 800 * zoom]).toEqual([24, 374])
  expect(y).toBe(0)
  expect(resized({ view: [0, 0, 0.25], after: { width: 398, height: 600 } })).toEqual([0, 0, 0.25])
})

it('keeps the selected steps in view of whoever looked at a part', () => {
  const all = box(-5000, 0, 9000, 300)
  const selected = box(700, 100, 200, 60)
  expect(resized({ all, selected, after: { width: 800, height: 600 } })).toEqual([-124, 0, 1])
  expect(resized({ all, selected, after: { width: 1000, height: 700 } })).toEqual([0, 0, 1])
  expect(resized({ all, selected: box(4000, 0, 200, 60), after: { width: 800, height: 600 } })).toEqual([0, 0, 1])
  expect(resized({ all, after: { width: 300, height: 600 } })).toEqual([0, 0, 1])
})

it('brings the beginning of what is larger than the canvas into view', () => {
  const all = box(-5000, 0, 9000, 300)
  expect(resized({ all, selected: box(200, 100, 400, 60), after: { width: 300, height: 600 } })).toEqual([-176, 0, 1])
})

it('keeps as many as possible of the steps that were seen, where none is selected', () => {
  const all = box(-5000, 0, 9000, 300)
  const each = [box(-5000, 0, 200, 60), box(500, 100, 200, 60), box(700, 200, 200, 60), box(950, 100, 200, 60)]
  expect(resized({ all, each, after: { width: 800, height: 600 } })).toEqual([-124, 0, 1])
  expect(resized({ all, each, after: { width: 300, height: 600 } })).toEqual([-476, 0, 1])
  expect(resized({ all, each, after: { width: 2000, height: 600 } })).toEqual([0, 0, 1])
})

it('moves nothing on the screen where a bar comes above the canvas, but what that would cover', () => {
  const bar = { shift: { x: 0, y: -36 }, after: { width: 1000, height: 564 } }
  expect(resized(bar)).toEqual([0, -36, 1])
  expect(resized({ ...bar, all: box(100, 20, 700, 300) })).toEqual([0, 4, 1])
  expect(resized({ ...bar, all: box(100, -20, 700, 300) })).toEqual([0, -36, 1])
})

it('does with a canvas of no size nothing, as with one without steps', () => {
  expect(resized({ all: null, after: { width: 300, height: 200 } })).toEqual([0, 0, 1])
  expect(resized({ after: { width: 30, height: 20 } })[2]).toBe(1)
})
