import { describe, expect, it } from 'vitest'
import { fingerprintOf } from './fingerprint.ts'

const error = (message: string, more = {}) => ({ code: 'Error', message, step: 'Charge', ...more })
const id = (message: string, more = {}) => fingerprintOf('Order', error(message, more)).id

describe('the fingerprint of a failure', () => {
  it('is the same whatever numbers, ids, addresses and quoted texts the message names', () => {
    const fingerprint = fingerprintOf(
      'Order',
      error(
        'Order "A-17" (01a1ff1c-e04e-7701-85d0-644f86bd626f) of 12.50 at 10:31\n was refused by https://bank.example/x?y=1',
      ),
    )
    expect(fingerprint.shape).toBe('Order … (…) of # at # was refused by …')
    expect(id("Order 'B-2' (01a1ff1c-0000-7701-85d0-644f86bd626f) of 7 at 09:00 was refused by http://b/")).toBe(
      fingerprint.id,
    )
    expect(fingerprintOf('Order', error('commit 0123456789abcdef01 failed')).shape).toBe('commit … failed')
  })

  it('is another for another workflow, step, code or message', () => {
    const ids = [
      id('refused'),
      id('Refused by the bank'),
      id('refused', { code: 'TypeError' }),
      id('refused', { step: 'Ship' }),
      id('refused', { step: undefined }),
      fingerprintOf('Loan', error('refused')).id,
    ]
    expect(new Set(ids).size).toBe(ids.length)
    for (const each of ids) expect(each).toMatch(/^[0-9a-f]{16}$/)
  })

  it('can be stored, whatever characters the message has and wherever it is cut', () => {
    expect(fingerprintOf('Order', error('a\0b\u0007c')).shape).toBe('a b c')
    const { shape } = fingerprintOf('Order', error(`${'x'.repeat(199)}\u{1f9f5}`))
    expect(shape.isWellFormed()).toBe(true)
    expect(fingerprintOf('Order', error('half \ud800')).shape.isWellFormed()).toBe(true)
  })

  it('does not grow with the message', () => {
    expect(fingerprintOf('Order', error('no '.repeat(10_000))).shape.length).toBe(200)
  })
})
