import { describe, expect, test } from 'vitest'
import type { AgentStep, Definition, LoopStep, Step } from '../definition.ts'
import { executedDefinition, isOfAgent, withAgentLoops } from './agent-loop.ts'

const agent = (more: Partial<AgentStep> = {}): AgentStep => ({
  type: 'AI',
  name: 'Clerk',
  connection: 'model',
  prompt: 'Help',
  tools: [{ name: 'find', function: 'orders.find' }],
  ...more,
})
const call = (more: Partial<Extract<Step, { type: 'STANDARD' }>> = {}): Step => ({
  type: 'STANDARD',
  name: 'A',
  function: 'a.b',
  ...more,
})
const definition = (...steps: readonly Step[]): Definition => ({
  workflow_type: 'Help',
  saga_enabled: false,
  fail_fast: true,
  timeout_includes_waits: false,
  steps,
})
const bodyOf = (step: Step): readonly Step[] => (withAgentLoops([step])[0] as LoopStep).loop_body

describe('the steps as a run executes them', () => {
  test('are the written ones where no AI step has tools', () => {
    const plain = definition(call(), { type: 'AI', name: 'Ask', connection: 'model', prompt: 'Help' })
    expect(executedDefinition(plain)).toBe(plain)
  })

  test('have a loop in the place of an AI step with tools', () => {
    const { workflow_type, steps } = executedDefinition(definition(call(), agent()))
    expect(workflow_type).toBe('Help')
    expect(steps).toMatchObject([
      { type: 'STANDARD', name: 'A' },
      { type: 'LOOP', name: 'Clerk', loop_body: [{ name: 'Clerk[model]' }, { name: 'Clerk[call find]' }] },
    ])
  })

  test('are the same list for the same list, and the same loop for the same step in another list', () => {
    const step = agent()
    const written = [step]
    const list = withAgentLoops(written)
    expect(withAgentLoops(written)).toBe(list)
    expect(withAgentLoops([call(), step])[1]).toBe(list[0])
  })

  test('have loops among the steps that a rule inserts behind another step', () => {
    const rule = { condition_key: 'odd', value_match: true, action: 'INSERT_AFTER_CURRENT' } as const
    const inserting = (inserted: Step) =>
      call({ dynamic_injection: { rules: [{ ...rule, steps_to_insert: [inserted] }] } })
    const [loop] = withAgentLoops([agent()])
    expect(withAgentLoops([inserting(agent())])).toEqual([inserting(loop as Step)])
  })

  test('give the call of the model the retries, the time limit and the effects of the AI step', () => {
    const own = { retry: { max_attempts: 2 }, timeout_seconds: 30, effects: 'none' } as const
    expect(bodyOf(agent(own))[0]).toMatchObject({ type: 'DECISION', name: 'Clerk[model]', ...own })
  })

  test('give the call of a tool its own time limit, and no function where it has none yet', () => {
    const tools = [{ name: 'find', function: 'orders.find', timeout_seconds: 5 }, { name: 'new' }]
    expect(bodyOf(agent({ tools })).slice(1)).toMatchObject([
      { name: 'Clerk[call find]', function: 'orders.find', timeout_seconds: 5 },
      { type: 'STANDARD', name: 'Clerk[call new]', function: '' },
    ])
  })
})

test('the loop and the call of the model are shown as the AI step, its tools and other loops as what they are', () => {
  const [loop] = withAgentLoops([agent()])
  expect(isOfAgent(loop as Step)).toBe(true)
  expect(bodyOf(agent()).map(isOfAgent)).toEqual([true, false])
  expect(isOfAgent({ type: 'LOOP', name: 'Each', mode: 'WHILE', loop_body: [call()] })).toBe(false)
})
