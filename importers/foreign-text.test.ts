import { describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { foreignValues } from './foreign-text.ts'

const values = (text: string) => foreignValues(text).map((one) => (one.ok ? one.value : one.message))

describe('the values of a file of another system', () => {
  it('are one of JSON, or the items of a list, behind a byte order mark too', () => {
    expect(values('\uFEFF {"a": 1}')).toEqual([{ a: 1 }])
    expect(values('[{"a": 1}, 2]')).toEqual([{ a: 1 }, 2])
    expect(values('{"a": ')).toEqual([])
    expect(values('{'.repeat(limits.definition.depth + 1))).toEqual([])
  })

  it('are the documents of YAML', () => {
    expect(values('kind: A\n---\non: push\n--- # next\napiVersion: v1\n')).toEqual([
      { kind: 'A' },
      { on: 'push' },
      { apiVersion: 'v1' },
    ])
    expect(values('steps: []\n')).toEqual([])
  })

  it('have aliases and merge keys written out, and say so', () => {
    const text = 'on: &a { x: 1 }\njobs: { b: *a, c: { <<: *a, y: .inf, z: ~ } }\n'
    expect(foreignValues(text)).toEqual([
      {
        ok: true,
        value: { on: { x: 1 }, jobs: { b: { x: 1 }, c: { x: 1, y: 'Infinity', z: null } } },
        hasAliases: true,
        hasComments: false,
      },
    ])
    for (const commented of ['# one\non: 1\n', 'on: 1 # two\n', 'on:\n  # three\n  a: 1\n', 'on: 1\n# four\n']) {
      expect(foreignValues(commented)).toMatchObject([{ ok: true, hasComments: true }])
    }
    expect(foreignValues('on: |\n  # no comment\n')).toMatchObject([{ hasComments: false }])
  })

  it('say why they cannot be read', () => {
    const most = limits.definition.documents
    expect(values('on: 1\n---\n'.repeat(most + 1))).toEqual([
      `The file has ${most + 1} documents; the limit is ${most}. Split it.`,
    ])
    expect(values('on: "\u0001"\n')).toEqual([expect.stringContaining('U+0001')])
    expect(values('on: [\n')).toEqual([expect.stringMatching(/^Not valid YAML: /)])
    const lines = Array.from({ length: 20 }, (_, at) => `b${at + 1}: &b${at + 1} [${`*b${at}, `.repeat(9)}*b${at}]\n`)
    expect(values(`on: &b0 [x]\n${lines.join('')}`)).toEqual(['It is too large once its aliases (*) are expanded.'])
    const wide = `on: &a [${'1, '.repeat(1000)}]\njobs: [${'*a, '.repeat(200)}]\n`
    expect(values(wide)).toEqual(['It is too large once its aliases (*) are expanded.'])
    expect(values('on: *gone\n')).toEqual([expect.stringMatching(/too large|Not valid YAML/)])
  })
})
