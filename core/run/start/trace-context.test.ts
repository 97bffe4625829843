import { expect, test } from 'vitest'
import { readTraceparent, traceFlagsOf, traceIdOf, traceparentText } from './trace-context.ts'

const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']

test('a header names its trace and its span, also one of a later version', () => {
  expect(readTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, flags: '01' })
  expect(readTraceparent(` 01-${traceId}-${spanId}-00-more `)).toEqual({ traceId, spanId, flags: '00' })
  expect(traceparentText({ traceId, spanId, flags: '00' })).toBe(`00-${traceId}-${spanId}-00`)
})

test.each([
  undefined,
  '',
  `ff-${traceId}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId}-${spanId}`,
  `00-${traceId}-${spanId}-01x`,
  `00-${traceId}-${spanId}-01-more`,
  `00-${traceId}-${spanId}-01-`,
])('%s counts as absent', (text) => {
  expect(readTraceparent(text)).toBe(null)
})

test('the trace of a run is that of its caller, or its root', () => {
  const root_run_id = '0190a000-0000-7000-8000-000000000001'
  expect(traceIdOf({ root_run_id })).toBe('0190a000000070008000000000000001')
  expect(traceIdOf({ root_run_id, traceparent: `00-${traceId}-${spanId}-01` })).toBe(traceId)
  expect(traceFlagsOf({ root_run_id })).toBe('01')
  expect(traceFlagsOf({ root_run_id, traceparent: `00-${traceId}-${spanId}-00` })).toBe('00')
})
