import { expect, it } from 'vitest'
import { restoreComments } from './comments.ts'

it('a comment stands above the line that it was about, and not above one that only begins with its words', () => {
  const base = 'z: 0\n# to do later\na: 1\nb: 2\nc: 3\n'
  const side = base.replace('c: 3', 'c: 3 # to do')
  expect(restoreComments(base, base, side)).toBe(base.replace('c: 3', '# to do\nc: 3'))
  const quoted = 'a: "x # to do"\nb: 2\nc: 3\n'
  expect(restoreComments(quoted, quoted, quoted.replace('c: 3', 'c: 3 # to do'))).toBe(
    quoted.replace('c: 3', '# to do\nc: 3'),
  )
})

it('a comment whose words stood elsewhere before is put back where it is new', () => {
  const base = '# same\na: 1\nb: 2\nc: 3\n'
  const side = '# same\na: 1\nb: 2\n# same\n\nc: 3\n'
  expect(restoreComments(base, base, side)).toBe('# same\na: 1\nb: 2\n# same\nc: 3\n')
  const twice = '# same\na: 1\nb: 2 # same\n# same\nc: 3\n'
  expect(restoreComments(base, base, twice)).toBe('# same\na: 1\n# same\nb: 2\n# same\nc: 3\n')
})

it('a comment that is there is not put in again', () => {
  expect(restoreComments('# x\na: 1\n', 'a: 1\n', '# x\na: 1\n')).toBe('# x\na: 1\n')
})
