import { describe, expect, it } from 'vitest'
import { payloadRefOf } from './payload-ref.ts'

describe('payloadRefOf', () => {
  const ref = { sha256: 'a0'.repeat(32), bytes: 300_000 }

  it('reads what stands for a large value', () => {
    expect(payloadRefOf({ payload_ref: ref })).toEqual(ref)
  })

  it.each([
    [undefined],
    [null],
    ['payload_ref'],
    [[{ payload_ref: ref }]],
    [{}],
    [{ payload_ref: ref, more: 1 }],
    [{ other: ref }],
    [{ payload_ref: null }],
    [{ payload_ref: { ...ref, sha256: 'A0'.repeat(32) } }],
    [{ payload_ref: { ...ref, sha256: 7 } }],
    [{ payload_ref: { ...ref, bytes: '300000' } }],
  ])('takes %j for a value', (value) => {
    expect(payloadRefOf(value)).toBeNull()
  })
})
