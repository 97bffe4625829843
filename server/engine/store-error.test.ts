import { describe, expect, it } from 'vitest'
import { kindOfStoreError } from './store-error.ts'

const withCode = (code: string) => Object.assign(new Error(code), { code })

describe('what a failed statement means', () => {
  it.each(['40001', '40P01', '53300', '53100', '57014', '57P01', '08006', '25006', '26000', '58030'])(
    'is that it is sent again, for SQLSTATE %s',
    (code) => expect(kindOfStoreError(withCode(code))).toBe('transient'),
  )

  it('is that it is sent again, for a prepared statement whose table has got other columns', () => {
    const error = Object.assign(withCode('0A000'), { routine: 'RevalidateCachedQuery' })
    expect(kindOfStoreError(error)).toBe('transient')
  })

  it.each(['22P05', '23505', '54000'])('is that a row can never be stored, for SQLSTATE %s', (code) =>
    expect(kindOfStoreError(withCode(code))).toBe('poisoned'),
  )

  it.each(['42P01', '0A000', 'XX000', 'P0001'])('is a bug, for SQLSTATE %s', (code) =>
    expect(kindOfStoreError(withCode(code))).toBe('bug'),
  )

  it.each(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'EBADF'])(
    'is that it is sent again, for %s of the socket',
    (code) => expect(kindOfStoreError(withCode(code))).toBe('transient'),
  )

  it('is that it is sent again when the driver says nothing but words', () =>
    expect(kindOfStoreError(new Error('Connection terminated unexpectedly'))).toBe('transient'))

  it('is a bug, for what a program throws by mistake', () =>
    expect(kindOfStoreError(new TypeError('x is not a function'))).toBe('bug'))
})
