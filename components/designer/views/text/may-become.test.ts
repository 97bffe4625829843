import { expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { mayBecome } from './may-become.ts'

const { textBytes } = limits.definition

test('a text may be as long as the server takes it, counted in bytes', () => {
  expect(mayBecome('', 'a'.repeat(textBytes))).toBe(true)
  expect(mayBecome('', 'a'.repeat(textBytes + 1))).toBe(false)
  expect(mayBecome('', 'я'.repeat(textBytes / 2))).toBe(true)
  expect(mayBecome('', 'я'.repeat(textBytes / 2 + 1))).toBe(false)
})

test('what is too long already may become shorter', () => {
  const long = 'я'.repeat(textBytes)
  expect(mayBecome(long, long.slice(1))).toBe(true)
  expect(mayBecome(long, `${long}a`)).toBe(false)
})
