import { expect, test } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { diff, edited } from '../../testing/edit-text.ts'
import { behind, row } from '../../testing/row-drafts.ts'

const renamed = (lines: string, name = 'Z') => {
  const text = behind('c', lines)
  const after = edited(text, { type: 'rename_step', step: 'A', name })
  return after.slice(after.indexOf('x.c') + 3).trim()
}

test('a wait reads its time by an expression or by a template', () => {
  const wait = row.replace('function: x.c', 'type: WAIT\n    until: steps.A.output.at')
  expect(diff(wait, { type: 'rename_step', step: 'A', name: 'Z' })).toBe(
    '-  - name: A\n+  - name: Z\n-    until: steps.A.output.at\n+    until: steps.Z.output.at',
  )
  expect(renamed('    duration_seconds: steps.A.output.s')).toBe('duration_seconds: steps.Z.output.s')
  expect(renamed('    duration_seconds: "{{ steps.A.output.s }}"')).toBe('duration_seconds: "{{ steps.Z.output.s }}"')
  expect(renamed('    until: 2027-01-31T09:00:00Z')).toBe('until: 2027-01-31T09:00:00Z')
})

test('braces and quotes within a template belong to its expression', () => {
  expect(renamed(`    with: { a: '{{ [{"a": {"x": 1}}, steps.A.output] }} steps.A' }`)).toBe(
    `with: { a: '{{ [{"a": {"x": 1}}, steps.Z.output] }} steps.A' }`,
  )
  expect(renamed(`    with: { a: '{{ "}}" + steps.A.output }}' }`)).toBe(`with: { a: '{{ "}}" + steps.Z.output }}' }`)
})

test('a template with a mistake is renamed as far as its braces are in pairs', () => {
  expect(renamed(`    with: { a: 'x {{ steps.A.x }} {{ { + steps.A }} {{ steps.A' }`)).toBe(
    `with: { a: 'x {{ steps.Z.x }} {{ { + steps.Z }} {{ steps.A' }`,
  )
})

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: code that is read here
test('a script is renamed outside of its texts and comments', () => {
  const code =
    '    code: |\n      // steps.A\n      const a = steps.A.output\n      return `steps.A ${steps["A"].x}` + steps?.A'
  expect(renamed(code)).toBe(
    'code: |\n      // steps.A\n      const a = steps.Z.output\n      return `steps.A ${steps["Z"].x}` + steps?.Z',
  )
  expect(renamed(code, 'a-b')).toBe(
    'code: |\n      // steps.A\n      const a = steps["a-b"].output\n      return `steps.A ${steps["a-b"].x}` + steps?.["a-b"]',
  )
  expect(renamed('    code: return steps.B.x')).toBe('code: return steps.B.x')
})
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: code that is read here

test('a script that is not understood stays as it is', () => {
  expect(renamed('    code: return steps[name] ?? steps.A')).toBe('code: return steps[name] ?? steps.A')
})

test('what is renamed can be read', () => {
  const text = row.replace('function: x.c', 'type: SCRIPT\n    code: return steps.A.output')
  const after = edited(text, { type: 'rename_step', step: 'A', name: 'Z' })
  expect(parse(after).definition?.steps[2]).toMatchObject({ code: 'return steps.Z.output' })
})

test('a name with quotes is written so that it is read as that name, and can be renamed again', () => {
  const name = `say "it's"`
  const lines = `    when: steps.A.output + steps["A"].output + steps['A'].output`
  const text = edited(behind('c', lines), { type: 'rename_step', step: 'A', name })
  const { definition, problems } = parse(text)
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(definition?.steps[2]?.when).toBe(
    String.raw`steps["say \"it's\""].output + steps["say \"it's\""].output + steps['say "it\'s"'].output`,
  )
  const back = edited(text, { type: 'rename_step', step: name, name: 'Z' })
  expect(parse(back).definition?.steps[2]?.when).toBe(`steps["Z"].output + steps["Z"].output + steps['Z'].output`)
})

test('a name with quotes stands in a script as that name', () => {
  const name = `a"b`
  const text = edited(behind('c', '    code: return [steps.A, steps["A"]]'), { type: 'rename_step', step: 'A', name })
  expect(text).toContain(String.raw`[steps["a\"b"], steps["a\"b"]]`)
  expect(edited(text, { type: 'rename_step', step: name, name: 'Z' })).toContain('[steps["Z"], steps["Z"]]')
})

test('raw texts and comments of an expression are left alone, raw names are not', () => {
  expect(renamed(String.raw`    when: r"\" + steps.A.x + r"steps.A" + steps[r"A"].x // steps.A`)).toBe(
    String.raw`when: r"\" + steps.Z.x + r"steps.A" + steps["Z"].x // steps.A`,
  )
  expect(renamed('    when: "steps + steps. + steps[A] + steps.A + steps"')).toBe(
    'when: "steps + steps. + steps[A] + steps.Z + steps"',
  )
  expect(renamed('    when: steps["A"')).toBe('when: steps["A"')
  expect(renamed(`    when: steps['A'].x + steps["A"].x`)).toBe(`when: steps['Z'].x + steps["Z"].x`)
  expect(renamed('    when: steps.A.x + steps.B.x', 'in')).toBe('when: steps["in"].x + steps.B.x')
})
