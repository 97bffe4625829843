import { expect, it, test } from 'vitest'
import { bracesInQuotes } from './braces-in-quotes.ts'
import { readYaml } from './read-yaml.ts'

const mended = (text: string) => {
  const { problems } = readYaml(text)
  const fix = problems.find((problem) => problem.fix !== undefined)?.fix
  return fix === undefined ? null : text.slice(0, fix.range.start) + fix.text + text.slice(fix.range.end)
}

test.each([
  ['a: {{ b }}', 'a: "{{ b }}"'],
  ['a: 1\nb.c: {{ b }} euros  \nd: 2\n', 'a: 1\nb.c: "{{ b }} euros"  \nd: 2\n'],
  ['a:\n  - {{ b }}\n  - c\n', 'a:\n  - "{{ b }}"\n  - c\n'],
  ['- - a: {{ b["c"] }}\r\n', `- - a: '{{ b["c"] }}'\r\n`],
  ['a: {{ b.matches("it\'s") }} x', `a: '{{ b.matches("it''s") }} x'`],
  ["a: {{ b.matches('\\\\d') }}", `a: '{{ b.matches(''\\\\d'') }}'`],
  ['{{ b }}', '"{{ b }}"'],
])('%j is meant as %j', (text, meant) => {
  expect(mended(text)).toBe(meant)
  expect(readYaml(meant).problems).toEqual([])
})

test.each(['a: {{ b }} # c', 'a: { b: {{ c }} }', 'a: [{{ b }}, 1]', 'a: {b: {{c}: 1}}', 'a: b: c'])(
  'nobody can be certain what %j is meant as',
  (text) => {
    expect(readYaml(text).problems).not.toEqual([])
    expect(mended(text)).toBeNull()
  },
)

it('is said in words, whatever YAML makes of it', () => {
  for (const text of ['a: {{ b }}', 'a: {{ b }} euros']) {
    expect(readYaml(text).problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('A value that starts with {{ must be in quotes.'),
    ])
  }
})

it('is not looked for in more ways than one, however many dashes and blanks there are', () => {
  expect(bracesInQuotes(`${'-  '.repeat(10_000)}x`, 0)).toBeUndefined()
})
