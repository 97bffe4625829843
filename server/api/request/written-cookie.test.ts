import { expect, it } from 'vitest'
import { writtenCookie, writtenPosition } from './written-cookie.ts'

it('the position of the last write comes back from the cookie of its mode, and from no other', () => {
  for (const isLogin of [true, false]) {
    const [sent = ''] = writtenCookie(9_007_199_254_740_993n, isLogin).split(';')
    expect(writtenPosition(`a=1; ${sent}; b=2`, isLogin)).toBe(9_007_199_254_740_993n)
    expect(writtenPosition(sent, !isLogin)).toBe(null)
  }
  expect(writtenCookie(1n, true)).toMatch(/^__Host-.*; HttpOnly; SameSite=Strict; Secure$/)
})

it('anything but a position is none', () => {
  for (const cookies of [
    null,
    '',
    'heddle_written=',
    'heddle_written=0/16',
    'xheddle_written=7',
    `heddle_written=${'9'.repeat(20)}`,
  ])
    expect(writtenPosition(cookies, false), String(cookies)).toBe(null)
})
