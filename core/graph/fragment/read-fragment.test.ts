import { describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { readFragment } from './read-fragment.ts'

describe('what was pasted', () => {
  it('is taken as it is where it has steps', () => {
    const text = 'workflow_type: A\nsteps:\n  - name: A\n'
    expect(readFragment(text)).toBe(text)
  })

  it('may be a list of steps, copied out of a text with or without the first indentation', () => {
    const list = '  # why\n  - name: A\n    function: x.a\n\n  - name: B'
    expect(readFragment(`\n${list}\n\n`)).toBe(`steps:\n${list}\n`)
    expect(readFragment('- name: A\n    type: DECISION\n    routes:\n      - default: B\n')).toBe(
      'steps:\n  - name: A\n    type: DECISION\n    routes:\n      - default: B\n',
    )
    expect(readFragment('- name: A')).toBe('steps:\n- name: A\n')
  })

  it('may have the line breaks of another system', () => {
    const list = '  # why\r\n\r\n  # so\r\n  - name: A\r\n    function: x.a'
    expect(readFragment(`\r\n${list}\r\n`)).toBe(`steps:\n${list}\n`)
  })

  it('is bounded by its bytes, not by its letters', () => {
    const text = `steps:\n# ${'ü'.repeat(limits.definition.textBytes / 2)}`
    expect(text.length).toBeLessThan(limits.definition.textBytes)
    expect(readFragment(text)).toBeNull()
  })

  it('is nothing otherwise', () => {
    for (const text of ['', 'hello', '- a: [', 'a: 1', '-1', '- x\ny: 1']) expect(readFragment(text)).toBeNull()
    expect(readFragment(`steps:\n${' '.repeat(limits.definition.textBytes)}`)).toBeNull()
  })
})
