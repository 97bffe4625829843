import { expect, it } from 'vitest'
import { isSpelledOut, toLatin } from './latin.ts'

it.each([
  ['Straße & Maß', 'Strasse & Mass'],
  ['Ångström Łódź ÆØ', 'Angstrom Lodz AeO'],
  ['Отчёт объекта Щука', 'Otchet obekta Shchuka'],
  ['Καλημέρα Ψ', 'Kalimera Ps'],
  ['天気 API', '天気 API'],
])('%s is %s', (text, latin) => {
  expect(toLatin(text)).toBe(latin)
})

it('a name is spelled out where no letter or digit of it changed', () => {
  expect(isSpelledOut('Fetch it!', 'Fetch_it')).toBe(true)
  expect(isSpelledOut('Straße', 'Strasse')).toBe(false)
  expect(isSpelledOut('天気', 'Http_Request')).toBe(false)
})
