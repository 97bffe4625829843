import { expect, it } from 'vitest'
import { type GridCursor, moveInGrid, tabStop } from './grid-cursor.ts'

const runs = ['r1', 'r2', 'r3']
const steps = Array.from({ length: 25 }, (_, index) => `S${index}`)
const at = (step: string | null, runId: string): GridCursor => ({ step, runId })
const go = (from: GridCursor, key: string, ctrlKey = false) => moveInGrid(from, { key, ctrlKey }, runs, steps)

it('arrows lead from cell to cell, no further than the edges, and up to the heads of the runs', () => {
  expect(go(at('S0', 'r2'), 'ArrowLeft')).toEqual(at('S0', 'r1'))
  expect(go(at('S0', 'r1'), 'ArrowLeft')).toEqual(at('S0', 'r1'))
  expect(go(at('S0', 'r3'), 'ArrowRight')).toEqual(at('S0', 'r3'))
  expect(go(at('S0', 'r2'), 'ArrowDown')).toEqual(at('S1', 'r2'))
  expect(go(at('S24', 'r2'), 'ArrowDown')).toEqual(at('S24', 'r2'))
  expect(go(at('S0', 'r2'), 'ArrowUp')).toEqual(at(null, 'r2'))
  expect(go(at(null, 'r2'), 'ArrowUp')).toEqual(at(null, 'r2'))
  expect(go(at(null, 'r2'), 'ArrowDown')).toEqual(at('S0', 'r2'))
})

it('Home and End lead along the row, with Ctrl to the corners; page keys lead over ten steps', () => {
  expect(go(at('S4', 'r2'), 'Home')).toEqual(at('S4', 'r1'))
  expect(go(at('S4', 'r2'), 'End')).toEqual(at('S4', 'r3'))
  expect(go(at('S4', 'r2'), 'Home', true)).toEqual(at(null, 'r1'))
  expect(go(at('S4', 'r2'), 'End', true)).toEqual(at('S24', 'r3'))
  expect(go(at('S4', 'r2'), 'PageDown')).toEqual(at('S14', 'r2'))
  expect(go(at('S4', 'r2'), 'PageUp')).toEqual(at('S0', 'r2'))
  expect(go(at(null, 'r2'), 'PageUp')).toEqual(at(null, 'r2'))
  expect(go(at('S4', 'r2'), 'x')).toBeNull()
  expect(moveInGrid(at('S4', 'r2'), { key: 'End' }, [], steps)).toBeNull()
})

it('Tab leads to where one was, or to the first step of the newest run', () => {
  expect(tabStop(null, runs, steps)).toEqual(at('S0', 'r3'))
  expect(tabStop(at('S3', 'r1'), runs, steps)).toEqual(at('S3', 'r1'))
  expect(tabStop(at('S3', 'gone'), runs, steps)).toEqual(at('S3', 'r3'))
  expect(tabStop(at('Gone', 'r1'), runs, steps)).toEqual(at('S0', 'r1'))
  expect(tabStop(at(null, 'r1'), runs, steps)).toEqual(at(null, 'r1'))
  expect(tabStop(null, runs, [])).toEqual(at(null, 'r3'))
  expect(tabStop(null, [], steps)).toBeNull()
})
