import { expect, it } from 'vitest'
import { parse } from '../definition/parse.ts'
import { branchLevel, forkIdOf, insideOf, joinIdOf } from './branch-level.ts'
import { decompile } from './decompile.ts'
import { innerTerminals, terminalsOf } from './terminals.ts'

const { definition } = parse(`workflow_type: Fork
steps:
  - name: Both
    type: PARALLEL
    tasks:
      - { name: Quick, function: x.quick }
      - { name: Ask, type: HUMAN, title: Look }
  - { name: Again, type: LOOP, mode: WHILE, while_condition: "false", max_iterations: 2, loop_body: [{ name: In, function: x.in }] }
  - { name: Last, function: x.last }
`)
const graph = decompile(definition as NonNullable<typeof definition>, {})
const stepOf = (name: string) => graph.nodes.find(({ id }) => id === name)?.step as never

it('each branch leads from the fork to the join', () => {
  const level = branchLevel(stepOf('Both'), graph.workflow)
  const ids = level.nodes.map(({ id }) => id)
  expect(ids).toEqual(['task:["Both","Quick"]', 'Ask'])
  const { starts, ends, isFork } = terminalsOf(level)
  expect(isFork).toBe(true)
  expect(innerTerminals(terminalsOf(level))).toBe(terminalsOf(level))
  expect(starts.map(({ source, target }) => [source, target])).toEqual(ids.map((id) => [forkIdOf('Both'), id]))
  expect(ends.map(({ source, target }) => [source, target])).toEqual(ids.map((id) => [id, joinIdOf('Both')]))
  expect(branchLevel(stepOf('Both'), graph.workflow)).toBe(level)
})

it('is the inside of PARALLEL, as a body is of LOOP; other steps have none', () => {
  expect(insideOf(stepOf('Both'), graph.workflow)).toBe(branchLevel(stepOf('Both'), graph.workflow))
  expect(insideOf(stepOf('Again'), graph.workflow)?.nodes.map(({ id }) => id)).toEqual(['In'])
  expect(insideOf(stepOf('Last'), graph.workflow)).toBeNull()
})
