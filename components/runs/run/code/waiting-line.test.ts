import { expect, it } from 'vitest'
import { waitingLine } from './waiting-line.ts'

const files = [
  { name: 'flows/messages.ts', source: '' },
  { name: 'flows/helper.ts', source: '' },
]

it.each([
  ['messages.ts:13', { file: 'flows/messages.ts', line: 13 }],
  ['helper.ts:2', { file: 'flows/helper.ts', line: 2 }],
  ['sages.ts:13', null],
  ['messages.ts', null],
  [undefined, null],
])('%s', (at, found) => expect(waitingLine(at, files)).toEqual(found))
