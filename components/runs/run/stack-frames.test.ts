import { expect, it } from 'vitest'
import { stackFrames } from './stack-frames.ts'

it('a stack is shown without the error that stands above it already', () => {
  expect(stackFrames('Error: no\n  more\n    at pay (orders.ts:3:1)\n    at run (host.ts:1:1)')).toBe(
    'at pay (orders.ts:3:1)\nat run (host.ts:1:1)',
  )
  expect([stackFrames(undefined), stackFrames('Error: no')]).toEqual([null, null])
})
