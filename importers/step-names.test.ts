import { expect, it } from 'vitest'
import { stepNames } from './step-names.ts'

it('names of steps are what the parts were called, each once, and can be names', () => {
  const parts = ['Fetch it!', 'Fetch it?', '1', 'END', 'constructor', 'Straße & Maß', 'Отчёт']
  expect([...stepNames(parts.map((part) => [part, part])).values()]).toEqual([
    'Fetch_it',
    'Fetch_it_2',
    'Step_1',
    'END_2',
    'constructor_2',
    'Strasse_Mass',
    'Otchet',
  ])
})

it('a part without letters of A to Z is named by its kind', () => {
  const named = stepNames([
    ['a', '天気を取る', 'Http request'],
    ['b', '送る', 'Http request'],
    ['c', '!!'],
    ['d', '天気 API', 'Http request'],
  ])
  expect([...named.values()]).toEqual(['Http_request', 'Http_request_2', 'Step', 'API'])
})
