import { expect, test } from 'vitest'
import { stepReferences } from './step-references.ts'

const names = (code: string) => stepReferences(code)?.map(({ name, start, end }) => [name, code.slice(start, end)])

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: code that is read here
test.each([
  ['return steps.A.output', [['A', 'A']]],
  [
    'return steps?.A?.output + steps . B',
    [
      ['A', 'A'],
      ['B', 'B'],
    ],
  ],
  [
    `return steps["A b"].x + steps?.['C'].x`,
    [
      ['A b', '"A b"'],
      ['C', "'C'"],
    ],
  ],
  ['// steps.A\n/* steps.B */ return "steps.C" + \'steps.D\' + my.steps.E', []],
  [
    'return `steps.A ${steps.B.output} $ \\` ${`${{ a: steps.C }.a}`} steps.D`',
    [
      ['B', 'B'],
      ['C', 'C'],
    ],
  ],
  ['const re = /steps.A"[/"]\\//; return re.test(steps.B)', [['B', 'B']]],
  [
    'return /"/.test(steps.A) ? 1 / 2 : steps.B / 2',
    [
      ['A', 'A'],
      ['B', 'B'],
    ],
  ],
  [
    'return `${/"/.test(steps.A)}` / 2 + [1][0] / steps.B',
    [
      ['A', 'A'],
      ['B', 'B'],
    ],
  ],
  ['/"/.test(x); return (a + b) / steps.A', [['A', 'A']]],
  // A count up or down ends a value.
  ['return n++ / steps.A / 2', [['A', 'A']]],
  ['return n-- / steps.A / 2', [['A', 'A']]],
  ['return n + /steps.A/.test(x) + steps.B', [['B', 'B']]],
  ['return n+++/steps.A/.test(x)', []],
  // All of these end a line.
  ['// a\u2028return steps.A', [['A', 'A']]],
  ['// a\u2029return steps.A', [['A', 'A']]],
  ['// a\rreturn steps.A', [['A', 'A']]],
  ['return 1', []],
] as const)('%s', (code, found) => {
  expect(names(code)).toEqual(found)
})

test.each([
  'const { A } = steps',
  'return { ...steps, b: steps.A }',
  'return steps[name]',
  'return steps["A" + name]',
  'return steps["A\\x41"]',
  'return steps[0]',
  'return steps.',
  'return steps.A + "',
  "return steps.A + '\n'",
  'return steps.A + `${',
  'return steps.A + `',
  'return = /steps',
  'if (a) /"/.test(steps.A)',
  '{} /"/.test(steps.A)',
  'steps',
])('what %s reads is not sure', (code) => {
  expect(stepReferences(code)).toBeNull()
})
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: code that is read here
