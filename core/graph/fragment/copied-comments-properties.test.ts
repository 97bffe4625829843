import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Lexer } from 'yaml'
import type { Step } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import type { JsonObject } from '#core/json.ts'
import { samples } from '#core/testing/samples.ts'
import { applyEdit } from '../apply-edit.ts'
import { arbitraryWorkflowText } from '../testing/arbitrary-workflow.ts'
import { copyFragment } from './copy-fragment.ts'

/** The comments of a text from a step on to the end of its item. */
function commentsIn(text: string, step: string): readonly string[] {
  const range = parse(text).source.stepRange(step)
  if (range === undefined) return []
  return allComments(`${text.slice(range.start, range.end)}\n`)
}

const allComments = (text: string) => [...new Lexer().lex(text)].filter((token) => token.startsWith('#'))

it('steps that are pasted elsewhere say the same there, with every comment that stood between what they say', () => {
  let comments = 0
  fc.assert(
    fc.property(arbitraryWorkflowText, (of) => {
      const names = parse(of).definition?.steps.map(({ name }) => name) ?? []
      const fragment = copyFragment(of, names)
      if (!fragment.ok) return
      const pasted = applyEdit('workflow_type: New\nsteps: []\n', { type: 'paste_steps', fragment: fragment.text })
      if (!pasted.ok) return
      const steps = (text: string) => parse(text).definition?.steps
      expect(steps(pasted.text)).toEqual(steps(fragment.text))
      for (const name of names) {
        const inside = commentsIn(fragment.text, name)
        comments += inside.length
        expect(commentsIn(pasted.text, name), `${fragment.text}\n=====\n${pasted.text}`).toEqual(inside)
      }
    }),
    { numRuns: samples(40, 160) },
  )
  expect(comments).toBeGreaterThan(50)
})

const letters = ['A', 'B', 'C', 'D']

const said = (step: Step): unknown => {
  const { name: _name, next: _next, dependencies: _dependencies, ...others } = step as unknown as JsonObject
  return others
}

/** Ways to write a key of a step with comments within its value, or at the end of it empty lines that are its own. */
const written = fc.record({
  dependencies: fc.constantFrom(
    [],
    ['dependencies: [First, # d1', '  Second]'],
    ['dependencies: [', '  # d2', '  First,', '  # d3', '  Second # d4', '] # d5'],
    ['dependencies:', '  - First # d6', '  # d7', '  - Second'],
  ),
  with: fc.constantFrom(
    [],
    ['with: { a: 1, # w1', '  # w2', '  b: [1, # w3', '    2] }'],
    ["with: { a: 'x', # w4", '  "b": { c: 1 # w5', '  } # w6', '} # w7'],
  ),
  description: fc.constantFrom(
    [],
    ['description: |+', '  said', '', '', '# s1'],
    ['description: |+ # s2', '  said', '  # no comment', ''],
    ['description: >+', '  said', '', ''],
    ['description: |-', '  said', '', '# s3'],
  ),
  order: fc.constantFrom(
    'dependencies with description',
    'description with dependencies',
    'with description dependencies',
  ),
  braces: fc.boolean(),
  above: fc.constantFrom([], ['# above']),
  apart: fc.boolean(),
})

type Written = typeof written extends fc.Arbitrary<infer Of> ? Of : never

function stepLines(name: string, of: Written): readonly string[] {
  if (of.braces)
    return [
      ...of.above,
      `- { name: ${name}, # b1`,
      `    function: x.f, # b2`,
      '    # b3',
      '    retry: { max_attempts: 2 } } # b4',
    ]
  const keys = of.order
    .split(' ')
    .flatMap((key): readonly string[] => of[key as 'dependencies' | 'with' | 'description'])
  return [
    ...of.above,
    `- name: ${name} # n`,
    ...keys.map((line) => (line === '' ? '' : `  ${line}`)),
    ...(of.apart ? [''] : []),
  ]
}

it('comments within lists and maps in brackets come along, and beside texts that keep the empty lines below them', () => {
  const steps = fc.array(written, { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(steps, fc.constantFrom('', '  ', '      '), fc.boolean(), (all, indent, carriage) => {
      const names = ['First', 'Second', ...all.map((_, index) => letters[index] as string)]
      const lines = all.flatMap((of, index) => stepLines(letters[index] as string, of))
      const list = ['- name: First', '- name: Second', ...lines].map((line) => (line === '' ? '' : indent + line))
      const newline = carriage ? '\r\n' : '\n'
      const text = ['workflow_type: W', 'steps:', ...list, 'layout: { First: [0, 0] }', ''].join(newline)
      const before = parse(text).definition?.steps
      expect(before).toHaveLength(names.length)
      const fragment = copyFragment(text, names)
      if (!fragment.ok) throw new Error(fragment.message)
      const into = `workflow_type: N${newline}steps: []${newline}`
      const pasted = applyEdit(into, { type: 'paste_steps', fragment: fragment.text })
      const twice = applyEdit(text, { type: 'duplicate_steps', steps: names })
      if (!pasted.ok || !twice.ok) throw new Error('Refused')
      expect(parse(pasted.text).definition?.steps, pasted.text).toEqual(before)
      // Where the row ends is written out once something stands below it; names are others.
      const plain = (of: string, from: number) =>
        parse(of)
          .definition?.steps.slice(from, from + names.length)
          .map((step) => said(step))
      expect(plain(twice.text, 0), twice.text).toEqual(plain(text, 0))
      expect(plain(twice.text, names.length), twice.text).toEqual(plain(text, 0))
      const comments = allComments(text)
      expect(allComments(pasted.text), `${text}\n=====\n${pasted.text}`).toEqual(comments)
      expect(allComments(twice.text), `${text}\n=====\n${twice.text}`).toEqual([...comments, ...comments])
    }),
    { numRuns: samples(75, 300) },
  )
})
