import { expect, it } from 'vitest'
import { changeOf } from './changes-store.ts'

it('takes a stream that has lost count for a change of everything', () => {
  expect(changeOf({ runIds: ['a'], all: false })).toEqual(['a'])
  expect(changeOf({ runIds: [], all: true })).toBeNull()
  expect(changeOf({ runIds: ['a'], all: true })).toBeNull()
})
