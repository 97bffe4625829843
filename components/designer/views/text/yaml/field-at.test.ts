import { describe, expect, test } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { fieldAt, rangeOfField } from './field-at.ts'

const text = `workflow_type: Fields
timeout_seconds: 60
steps:
  - name: Score
    function: x.score   # by whom
    retry: { max_attempts: 3, backoff: 2 }
  - name: Gate
    type: DECISION
    routes:
      - condition: state.x > 1
        target: Score
      - default: Set
  - name: Set
    type: TRANSFORM
    set:
      a.b: state.x
`
const parsed = parse(text)
const at = (words: string, step: string | null) => fieldAt(text, parsed, step, text.indexOf(words) + 1)?.join('.')
const marked = (step: string | null, field: string) => {
  const range = rangeOfField(parsed, step, field)
  return range && text.slice(range.start, range.end)
}

describe('the field at the cursor', () => {
  test('is the innermost one whose key or value is there', () => {
    expect(at('unction: x.score', 'Score')).toBe('function')
    expect(at('x.score', 'Score')).toBe('function')
    expect(at('backoff', 'Score')).toBe('retry.backoff')
    expect(at('state.x > 1', 'Gate')).toBe('routes.0.condition')
    expect(at('a.b', 'Set')).toBe('set.a.b')
    expect(at('60', null)).toBe('timeout_seconds')
  })
  test('is that of the line, in the comment behind it', () => {
    expect(at('by whom', 'Score')).toBe('function')
  })
  test('is that of the line, at its margin', () => {
    const offsets = text
      .split('\n')
      .map((_, line, lines) => lines.slice(0, line).join('\n').length + (line === 0 ? 0 : 1))
    const ofLines = (step: string, from: number) =>
      offsets.slice(from, from + 7).map((offset) => fieldAt(text, parsed, step, offset)?.join('.') ?? null)
    expect(ofLines('Score', 4).slice(0, 2)).toEqual(['function', 'retry'])
    expect(ofLines('Gate', 7).slice(0, 5)).toEqual([
      null,
      'routes',
      'routes.0.condition',
      'routes.0.target',
      'routes.1',
    ])
  })
  test('is none between fields, or of a step that is not there', () => {
    expect(fieldAt(text, parsed, 'Score', text.indexOf('- name: Gate'))).toBeNull()
    expect(at('x.score', 'Gone')).toBeUndefined()
    expect(fieldAt('', parse('a: ['), null, 0)).toBeNull()
  })
})

describe('the lines of a field', () => {
  test('go from its key to the end of its value', () => {
    expect(marked('Score', 'function')).toBe('function: x.score')
    expect(marked('Score', 'retry.backoff')).toBe('backoff: 2')
    expect(marked('Gate', 'routes.0')).toMatch(/^condition: state.x > 1\s+target: Score$/)
    expect(marked(null, 'timeout_seconds')).toBe('timeout_seconds: 60')
  })
  test('are found where a key has a dot of its own', () => {
    expect(marked('Set', 'set.a.b')).toBe('a.b: state.x')
  })
  test('are those of the whole where a part is not written, and none where nothing is', () => {
    expect(marked('Score', 'retry.max_interval_seconds')).toMatch(/^retry: \{/)
    expect(marked('Score', 'timeout_seconds')).toBeNull()
    expect(marked('Gone', 'name')).toBeNull()
  })
})
