import { describe, expect, it } from 'vitest'
import { payloadRefOf, refsIn, withValues } from './payload-ref.ts'

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

describe('the references in a value', () => {
  const [rows, text] = ['a0'.repeat(32), 'b1'.repeat(32)] as const
  const refTo = (sha256: string, bytes: number) => ({ payload_ref: { sha256, bytes } })
  const value = { n: 1, found: { rows: refTo(rows, 300_000) }, list: [null, refTo(text, 400_000)] }

  it('are found with their places', () => {
    expect(refsIn(value)).toEqual([
      { path: ['found', 'rows'], sha256: rows, bytes: 300_000 },
      { path: ['list', 1], sha256: text, bytes: 400_000 },
    ])
    expect(refsIn(refTo(text, 7))).toEqual([{ path: [], sha256: text, bytes: 7 }])
    expect(refsIn({ payload_ref: 'none' })).toEqual([])
    expect(refsIn(undefined)).toEqual([])
    const written = { ...refTo(text, 7), list: [refTo(rows, 8)] }
    expect(refsIn({ written }).map(({ path }) => path)).toEqual([['written'], ['written', 'list', 0]])
  })

  it('give way to what they refer to, where that is known', () => {
    expect(withValues(value, new Map([[rows, [1, 2]]]))).toEqual({ ...value, found: { rows: [1, 2] } })
    expect(withValues(value, new Map())).toBe(value)
  })
})
