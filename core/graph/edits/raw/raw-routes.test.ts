import { describe, expect, it } from 'vitest'
import { addRoute, rawRoutes, retarget } from './raw-routes.ts'

describe('routes as they are written', () => {
  it('are read by the place they have in the text', () => {
    const routes = [
      7,
      { condition: true, target: 'A' },
      { condition: 'c', next: 'B' },
      { target: 'C' },
      { condition: 'd' },
      {},
    ]
    expect(rawRoutes({ routes })).toEqual([
      { written: 0, condition: '', target: '' },
      { written: 1, condition: 'true', target: 'A' },
      { written: 2, condition: 'c', target: 'B' },
      { written: 3, condition: null, target: 'C' },
      { written: 4, condition: 'd', target: '' },
      { written: 5, condition: '', target: '' },
    ])
    expect(rawRoutes({ routes: 'none' })).toEqual([])
  })
  it('end with the next that stands in for a default', () => {
    const next = { written: null, condition: null, target: 'B' }
    expect(rawRoutes({ routes: [{ condition: 'a', target: 'A' }], next: 'B' })[1]).toEqual(next)
    expect(rawRoutes({ routes: [{ default: 'A' }], next: 'B' })).toHaveLength(1)
  })
  it('are led elsewhere, each by the key it uses', () => {
    const step = {
      routes: [
        { condition: 'a', next: 'A' },
        { condition: 'b', target: 'A' },
      ],
      next: ['A'],
    }
    expect(retarget(step, 'A', 'B')).toEqual({
      routes: [
        { condition: 'a', next: 'B' },
        { condition: 'b', target: 'B' },
      ],
      next: ['B'],
    })
    expect(retarget(step, 'A', null)).toEqual({ routes: [] })
  })
  it('get a new one above the default, wherever that is', () => {
    const routes = [{ condition: 'a', target: 'A' }, { default: 'B' }]
    expect(addRoute({ routes }, 'C', 'c').routes).toEqual([routes[0], { condition: 'c', target: 'C' }, routes[1]])
    expect(addRoute({ next: 'B' }, 'C', undefined).routes).toEqual([{ condition: '', target: 'C' }])
    expect(addRoute({ next: 'B' }, 'C', null).routes).toEqual([{ condition: '', target: 'C' }])
    expect(addRoute({}, 'C', undefined).routes).toEqual([{ condition: '', target: 'C' }])
    expect(addRoute({}, 'C', null).routes).toEqual([{ default: 'C' }])
  })
})
