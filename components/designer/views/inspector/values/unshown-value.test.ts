import { expect, test } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { unshownValue } from './unshown-value.ts'

const said = (keys: string) => {
  const text = `workflow_type: W\nsteps:\n  - name: S\n    type: HTTP\n    ${keys}\n`
  const parsed = parse(text)
  const [key] = keys.split(':')
  return parsed.problems.flatMap((problem) =>
    problem.path.includes(key as string) ? [unshownValue(text, parsed, problem)] : [],
  )
}

test.each([
  ['timeout_seconds: 2 minutes', ['2 minutes']],
  ['timeout_seconds: -1', ['-1']],
  ['on_error: carry_on', ['carry_on']],
  ['output_key: { a: 1 }', ['{ a: 1 }']],
  ['retry:\n      - 1\n      - 2', ['- 1…']],
  [`output_key: [${'a'.repeat(80)}]`, [`[${'a'.repeat(59)}…`]],
  ['when: state.x +', [null]],
  ['queue:', [null]],
  ['retry: { max_attempts: three }', ['three']],
])('%s: the field cannot show %j', (keys, words) => {
  expect(said(keys)).toEqual(words)
})
