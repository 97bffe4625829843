import { expect, test } from 'vitest'
import { keyText, resourceWords, slotAmong, slotName } from './concurrency.ts'

test('a slot has a name of its workflow and key, and words', () => {
  expect(slotName('net/mail')).toBe('concurrency:net/mail')
  expect(slotName('net/mail', 'a:b')).toBe('concurrency:net/mail:a:b')
  expect(resourceWords('concurrency:net/mail')).toBe('concurrency of net/mail')
  expect(resourceWords('concurrency:net/mail:a:b')).toBe('concurrency key a:b')
  expect(resourceWords('device:7')).toBe('device:7')
})

test('a key is a text in one piece, a number or a truth', () => {
  expect([keyText('acme'), keyText(7), keyText(false)]).toEqual(['acme', '7', 'false'])
  expect([keyText(''), keyText(null), keyText(['a']), keyText('x'.repeat(101))]).toEqual([null, null, null, null])
})

test('the slot of a run is found among its resources, with the limit of its definition', () => {
  const resources = ['device:7', 'concurrency:Mail:acme']
  expect(slotAmong({ limit: 2 }, resources)).toEqual({ resource: 'concurrency:Mail:acme', limit: 2, whenFull: 'queue' })
  expect(slotAmong({ limit: 2 }, ['device:7'])).toBeNull()
  expect(slotAmong(undefined, resources)).toBeNull()
})
