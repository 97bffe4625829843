import { describe, expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { decompile } from '#core/graph/decompile.ts'
import { directionOfPlaces, fittingDirection } from './choose-direction.ts'

function graphOf(count: number, placeOf?: (index: number) => readonly [number, number]) {
  const steps = Array.from({ length: count }, (_, index) => `  - { name: S${index}, function: x.y }`)
  const layout = placeOf ? ['layout:', ...steps.map((_, index) => `  S${index}: [${placeOf(index)}]`)] : []
  const parsed = parse(['workflow_type: T', 'steps:', ...steps, ...layout, ''].join('\n'))
  return decompile(parsed.definition as NonNullable<typeof parsed.definition>, parsed.layout)
}

describe('directionOfPlaces', () => {
  it('is that of most edges between steps with places', () => {
    expect(directionOfPlaces(graphOf(4, (index) => [0, index * 112]))).toBe('down')
    expect(directionOfPlaces(graphOf(4, (index) => [index * 272, 0]))).toBe('right')
    expect(directionOfPlaces(graphOf(4, (index) => [index * 272, index * 112]))).toBe('down')
  })

  it('is unknown without places, and downwards for a single step', () => {
    expect(directionOfPlaces(graphOf(4))).toBeNull()
    expect(directionOfPlaces(graphOf(1, () => [0, 0]))).toBe('down')
  })
})

describe('fittingDirection', () => {
  it('follows the pane where a drawing fits either way, and else the larger drawing', () => {
    expect(fittingDirection(graphOf(1), { width: 1200, height: 500 })).toBe('right')
    expect(fittingDirection(graphOf(1), { width: 600, height: 700 })).toBe('down')
    expect(fittingDirection(graphOf(10), { width: 900, height: 800 })).toBe('down')
    expect(fittingDirection(graphOf(10), { width: 1400, height: 300 })).toBe('right')
  })
})
