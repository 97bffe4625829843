import { describe, expect, test } from 'vitest'
import { bundleRow } from './bundle-rows.tsx'
import { type FanOutChoice, fanOutRequest, stops } from './fan-out-options.tsx'

const rows = [bundleRow(0, 'A'), bundleRow(1, 'B')]
const choice = (more: Partial<FanOutChoice>): FanOutChoice => ({
  mode: 'workflow',
  variants: 3,
  stopsAtFailure: null,
  rows,
  ...more,
})
const failFast = (more: Partial<FanOutChoice>) => fanOutRequest(choice(more)).failFast

describe('the start of several runs', () => {
  test('leaves the end at the first failure to the definition until a person chooses', () => {
    expect(fanOutRequest(choice({}))).toEqual({ variants: 3 })
    expect(fanOutRequest(choice({ mode: 'bundle' }))).not.toHaveProperty('failFast')
    expect(failFast({ stopsAtFailure: false })).toBe(false)
    expect(failFast({ stopsAtFailure: true, mode: 'bundle' })).toBe(true)
  })

  test('sends no such option for one run', () => {
    expect(fanOutRequest(choice({ variants: 1, stopsAtFailure: true }))).toEqual({})
    expect(failFast({ mode: 'bundle', rows: rows.slice(1), stopsAtFailure: true })).toBeUndefined()
  })

  test('shows what the definition says, and the choice once there is one', () => {
    expect(stops(choice({}), false)).toBe(false)
    expect(stops(choice({}), true)).toBe(true)
    expect(stops(choice({ mode: 'bundle' }), false)).toBe(true)
    expect(stops(choice({ stopsAtFailure: true }), false)).toBe(true)
  })
})
