import { describe, expect, it } from 'vitest'
import { discoveryName, stepNameProblem, withoutDotParts, workflowName } from './names.ts'

describe('the name of a workflow', () => {
  it.each(['Orders', 'sales/Order-2.b_1', 'a/.b', 'a/b..', 'a/...', 'a.', 'a..b/c', 'a//b'])('may be %s', (name) => {
    expect(workflowName.test(name)).toBe(true)
    expect(withoutDotParts(name)).toBe(name)
  })

  it.each([
    ['a/../../b', 'a/_/_/b'],
    ['a/..', 'a/_'],
    ['a/.', 'a/_'],
    ['a/./b', 'a/_/b'],
    ['a/b/../c', 'a/b/_/c'],
  ])('has no part that an address would lose: %s is refused', (name, instead) => {
    expect(workflowName.test(name)).toBe(false)
    expect(withoutDotParts(name)).toBe(instead)
    expect(workflowName.test(instead)).toBe(true)
  })
})

it.each(['END', '_fabric_x', discoveryName, '__proto__'])('the name %s is reserved: no step may have it', (name) => {
  expect(stepNameProblem(name)).toMatchObject({ code: 'NAME_RESERVED', severity: 'error' })
})
