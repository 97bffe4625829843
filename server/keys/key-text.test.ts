import { expect, it } from 'vitest'
import { containsKey, newKey, readKey } from './key-text.ts'

it('makes keys of 256 bits with an id and a checksum (access 10; ASVS 11.5.1)', () => {
  const keys = Array.from({ length: 200 }, newKey)
  for (const { id, text } of keys) {
    expect(text).toMatch(/^hdl_[\dA-Za-z]{8}_[\dA-Za-z]{43}_[\dA-Za-z]{6}$/)
    expect(readKey(text)).toEqual({ id, text })
  }
  expect(new Set(keys.map(({ id }) => id)).size).toBe(200)
})

it('takes no text with another character for a key, so that it costs no query (access 10)', () => {
  const { text } = newKey()
  for (let at = 0; at < text.length; at += 1) {
    const other = text[at] === 'a' ? 'b' : 'a'
    expect(readKey(text.slice(0, at) + other + text.slice(at + 1))).toBeNull()
  }
  for (const wrong of ['', 'hdl_', text.slice(1), `${text}0`, ` ${text}`, `${text}\n`])
    expect(readKey(wrong)).toBeNull()
})

it('finds a key in an address, also a spoilt or an encoded one (access 10; ASVS 14.2.1)', () => {
  const { text } = newKey()
  expect(containsKey(`https://h.example/v1/keys?key=${text}`)).toBe(true)
  expect(containsKey(`https://h.example/v1/${text}`)).toBe(true)
  expect(containsKey(`https://h.example/?key=${text.slice(0, -4)}`)).toBe(true)
  expect(containsKey(`https://h.example/?key=${text.replaceAll('_', '%5F')}`)).toBe(true)
  expect(containsKey('https://h.example/?search=hdl_12345678')).toBe(false)
})
