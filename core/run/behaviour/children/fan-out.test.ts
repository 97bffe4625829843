import { describe, expect, test } from 'vitest'
import { FAN_OUT, type FanOut, fanOutDefinition, shownWorkflow, variantIndexOf } from '../../fan-out/fan-out.ts'
import { Family } from '../../testing/family.ts'
import { call, definition } from '../../testing/steps.ts'
import { viewsOf } from '../../views/view-table.ts'

const short = definition([call('Draft')], { workflow_type: 'video/short' })
const long = definition([call('Write'), call('Edit')], { workflow_type: 'article' })

function variants(count: number, more: Partial<FanOut> = {}): FanOut {
  const entry = { workflow: 'video/short', version: 1 }
  const entries = Array.from({ length: count }, () => entry)
  return { kind: 'variants', workflow: 'video/short', version: 1, entries, ...more }
}

function started(fan_out: FanOut, header: Partial<ConstructorParameters<typeof Family>[1]> = {}): Family {
  return new Family([fanOutDefinition(fan_out), short, long], { workflow: FAN_OUT, fan_out, ...header })
}

const publicOf = (family: Family) => [...family.runs.values()].map(({ state }) => viewsOf(state).publicStatus)
const children = (family: Family) => [...family.runs.values()].slice(1)

describe('a run with several variants', () => {
  test('starts them at once, each with its input, its place, tags and priority, and without the state (public run 4)', () => {
    const header = { input: { topic: 'x' }, tags: ['t'], priority: 7, client_state: { mine: 1 } }
    const family = started(variants(3), header)
    expect(publicOf(family)).toEqual(['running', 'running', 'running', 'running'])
    expect(shownWorkflow(family.root.state.header)).toMatchObject({ workflow: 'video/short', version: 1 })
    for (const [index, { state }] of children(family).entries()) {
      const { input, tags, priority, workflow } = state.header
      expect({ input, tags, priority, workflow }).toEqual({
        input: { topic: 'x' },
        tags: ['t'],
        priority: 7,
        workflow: 'video/short',
      })
      expect(state.header.client_state).toBeUndefined()
      expect(variantIndexOf(state.header.parent?.step ?? '')).toBe(index)
    }
  })

  test('completes with the output of each (public run 4)', () => {
    const family = started(variants(2))
    const [first, second] = children(family)
    second?.complete('Draft', { text: 'second' })
    first?.complete('Draft', { text: 'first' })
    family.deliver()
    expect(publicOf(family)).toEqual(['completed', 'completed', 'completed'])
    expect(family.root.state.outputs).toMatchObject({
      variant_1: { output: { text: 'first' } },
      variant_2: { output: { text: 'second' } },
    })
  })

  test('stops at the first failure: the others are cancelled, with the reason, and it ends as cancelled (public run 4)', () => {
    const family = started(variants(3))
    const [first, second] = children(family)
    first?.complete('Draft', { text: 'done' })
    family.deliver()
    second?.fail('Draft', 'Error', false)
    family.deliver()
    expect(publicOf(family)).toEqual(['cancelled', 'completed', 'cancelled', 'cancelled'])
    expect(family.statuses()[0]).toBe(`${FAN_OUT} FAILED`)
    expect(family.root.state.outcome).toMatchObject({ reason: expect.stringContaining('variant_2 failed: ') })
    expect(children(family)[2]?.state.outcome?.reason).toBe('Variant 2 failed, and the run stops at the first failure.')
  })

  test('without fail_fast waits for all of them, and ends as failed where one has failed (public run 4)', () => {
    const family = started(variants(3, { options: { fail_fast: false } }), { fail_fast: false })
    const [first, second, third] = children(family)
    expect(first?.state.header.fail_fast).toBe(false)
    second?.fail('Draft', 'Error', false)
    family.deliver()
    expect(publicOf(family)).toEqual(['running', 'running', 'failed', 'running'])
    first?.complete('Draft', { text: 'first' })
    third?.complete('Draft', { text: 'third' })
    family.deliver()
    expect(publicOf(family)).toEqual(['failed', 'completed', 'failed', 'completed'])
    expect(family.root.state.outputs.variant_3).toMatchObject({ output: { text: 'third' } })
  })

  test('cancels all of them when it is cancelled', () => {
    const family = started(variants(2))
    family.root.decide({ type: 'cancel', actor: { id: 'ana' }, cause: 'operator', compensate: false })
    family.deliver()
    expect(publicOf(family)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(children(family)[0]?.state.outcome?.reason).toBe('The run that started all variants has ended.')
  })

  test('of a bundle gives each its own input, and its kind (public run 5)', () => {
    const entries = [
      { workflow: 'video/short', version: 1, kind: 'teaser' },
      { workflow: 'article', version: 1 },
    ]
    const topics = { topic: 'x', counts: [1, 2.5, null, { deep: '{{ input }}' }] }
    const bundle = [
      { workflow_name: 'video/short', input: topics },
      { workflow_name: 'article', input: {} },
    ]
    const fanOut: FanOut = { kind: 'bundle', workflow: 'article', version: 1, entries }
    const family = started(fanOut, { input: { bundle } })
    expect(children(family).map(({ state: { header } }) => [header.workflow, header.input, header.kind])).toEqual([
      ['video/short', topics, 'teaser'],
      ['article', {}, undefined],
    ])
  })
})
