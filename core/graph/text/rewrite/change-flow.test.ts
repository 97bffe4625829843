import { expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import { edited } from '../../testing/edit-text.ts'

/** A value in brackets of several lines, after another is set. */
function written(lines: readonly string[], value: Json): readonly string[] {
  const text = `workflow_type: W\nsteps:\n  - name: A\n    function: x.a\n    with:\n      m: ${lines.join('\n        ')}\n`
  const after = edited(text, { type: 'set_field', step: 'A', path: ['with', 'm'], value })
  return after
    .slice(after.indexOf('m: ') + 3)
    .trimEnd()
    .split(/\n {0,8}/)
}

it.each<[string, readonly string[], Json, readonly string[]]>([
  [
    'the last entry goes with its comma and its comment, that of the one before stays',
    ['{', 'a: 1, # a', 'b: 2, # b', '}'],
    { a: 1 },
    ['{', 'a: 1, # a', '}'],
  ],
  [
    'the comment of the last entry is not left to the one before',
    ['{', 'a: 1,', 'b: 2, # b', '}'],
    { a: 1 },
    ['{', 'a: 1,', '}'],
  ],
  ['a bracket behind the last entry is not drawn into a comment', ['[ 1, # one', '2 ]'], [1], ['[ 1, # one', ' ]']],
  ['nor behind the comma of it', ['[ 1, # one', '2, ]'], [1], ['[ 1, # one', ' ]']],
  ['what is said above the second stays when the first goes', ['[1,', '# two', '2]'], [2], ['[ # two', '2]']],
  [
    'one comes behind the comment of the last',
    ['[', '1, # one', '2 # two', ']'],
    [1, 2, 3],
    ['[', '1, # one', '2, # two', '3', ']'],
  ],
  ['and of one with a comma', ['[', '1, # one', '2, # two', ']'], [1, 3, 2], ['[', '1, # one', '3,', '2, # two', ']']],
  ['one comes above what is said of the first', ['[', '# one', '1', ']'], [0, 1], ['[', '0,', '# one', '1', ']']],
  [
    'one comes above the first that stays',
    ['[', '# one', '1,', '# two', '2', ']'],
    [0, 3, 2],
    ['[', '# one', '0,', '3,', '# two', '2', ']'],
  ],
  ['a comment of several entries stays with their line', ['[ 1, 2 # both', ']'], [1, 2, 3], ['[ 1, 2, 3 # both', ']']],
  ['the comment of a line goes with its last entry', ['[ 1,', '2, 3 # last', ']'], [1, 2], ['[ 1,', '2', ']']],
])('%s', (_, before, value, after) => {
  expect(written(before, value)).toEqual(after)
})
