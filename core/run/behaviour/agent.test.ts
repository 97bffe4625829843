import { describe, expect, test } from 'vitest'
import { type AiStep, type AiTool, END } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import { externalEffects } from '../preview/external-effect.ts'
import { ScriptedRun } from '../testing/scripted-run.ts'
import { call, definition, loop } from '../testing/steps.ts'

const find: AiTool = { name: 'find', function: 'orders.find' }
const refund: AiTool = { name: 'refund', function: 'orders.refund', needs_approval: true, approvers: ['support'] }
const check: AiTool = { name: 'check', sub_workflow_type: 'Checks' }

const agent = (more: Partial<AiStep> = {}): AiStep => ({
  type: 'AI',
  name: 'Clerk',
  connection: 'model',
  prompt: 'Help with {{ input.order }}',
  tools: [find, refund, check],
  ...more,
})

const started = (step: AiStep, saga = false): ScriptedRun => {
  const run = new ScriptedRun({ ...definition([step, call('After')]), saga_mode: saga } as never, {
    input: { order: 7 },
  })
  run.own()
  return run
}

const usage = { input_tokens: 10, output_tokens: 2 }
const calls = (name: string, input: Json = { id: 7 }): Json => ({
  call: { id: `id-${name}`, name, input },
  model: 'small',
  usage,
})
const answers = (answer: Json): Json => ({ answer, model: 'small', usage })
const model = 'Clerk[model]'

describe('an AI step with tools', () => {
  test('is a loop of turns: the model, then the tool that it chose, each a step of its own', () => {
    const run = started(agent())
    expect(run.owed('attempt', model)).toMatchObject({
      key: 'run/Clerk[model]/1/do',
      service: {
        kind: 'ai',
        request: {
          connection: 'model',
          prompt: 'Help with 7',
          tools: [{ name: 'find', description: '', input_schema: { type: 'object' } }, {}, {}],
          turns: [],
        },
      },
    })
    expect(run.complete(model, calls('find'))).toEqual([
      `${model} completed`,
      'Clerk[approve refund] skipped (dead)',
      'Clerk[call check] skipped (dead)',
      'Clerk[call refund] skipped (dead)',
      'Clerk[call find] started',
    ])
    expect(run.owed('attempt', 'Clerk[call find]')).toMatchObject({ function: 'orders.find', with: { id: 7 } })
    expect(run.complete('Clerk[call find]', { total: 5 })).toEqual([
      'Clerk[call find] completed',
      'Clerk loop.round_started',
      `${model}@2 started`,
    ])
    expect(run.owed('attempt', model)).toMatchObject({
      service: {
        request: { prompt: 'Help with 7', turns: [{ turn: { call: { name: 'find' } }, result: { total: 5 } }] },
      },
    })
    run.complete(model, answers('Done'))
    expect(run.state.outputs.Clerk).toEqual({
      output: { answer: 'Done', model: 'small', usage: { calls: 2, input_tokens: 20, output_tokens: 4 } },
    })
    expect(run.state.data).toMatchObject({ answer: 'Done' })
    expect(run.state.data).not.toHaveProperty('total')
    expect(run.owed('attempt', 'After')).toBeDefined()
  })

  test('asks a person before a tool that needs approval, and tells the model of a refusal', () => {
    const run = started(agent())
    run.complete(model, calls('refund', { amount: 20 }))
    expect(run.owed('human_task', 'Clerk[approve refund]')).toMatchObject({
      task: {
        title: 'Allow refund',
        groups: ['support'],
        instructions: expect.stringContaining('{"amount":20}'),
        form: { required: ['approved'] },
      },
    })
    run.send({
      type: 'resume',
      actor: { id: 'ana' },
      standing: { groups: ['support'] },
      input: { approved: false, reason: 'Too much' },
    } as never)
    expect(run.owed('attempt', model)).toMatchObject({
      service: {
        request: { turns: [{ of: 'Clerk[approve refund]', result: { approved: false, reason: 'Too much' } }] },
      },
    })
    run.complete(model, calls('refund', { amount: 5 }))
    run.send({
      type: 'resume',
      actor: { id: 'ana' },
      standing: { groups: ['support'] },
      input: { approved: true },
    } as never)
    expect(run.owed('attempt', 'Clerk[call refund]')).toMatchObject({ with: { amount: 5 } })
    expect(run.state.data).not.toHaveProperty('approved')
  })

  test('starts a workflow as a tool, with the arguments as its input', () => {
    const run = started(agent())
    run.complete(model, calls('check', { id: 9 }))
    expect(run.plan()).toMatchObject([{ kind: 'child', workflow: 'Checks', input: { id: 9 } }])
  })

  test('tries a tool again by its own policy, and then tells the model of the failure', () => {
    const retry = { max_attempts: 2, initial_interval_seconds: 1 }
    const run = started(agent({ tools: [{ ...find, retry }] }))
    run.complete(model, calls('find'))
    run.fail('Clerk[call find]', 'DOWN')
    run.fire('retry')
    run.fail('Clerk[call find]', 'DOWN')
    expect(run.owed('attempt', model)).toMatchObject({
      service: { request: { turns: [{ error: { code: 'DOWN' } }] } },
    })
  })

  test('calls no tool for a turn that was rejected, nor for a tool that it does not have', () => {
    const run = started(agent())
    run.complete(model, { call: { id: 'a', name: 'find', input: 'x' }, rejected: 'No object.', model: 'small', usage })
    expect(run.owed('attempt', model)).toMatchObject({
      service: { request: { turns: [{ turn: { rejected: 'No object.' } }] } },
    })
    run.complete(model, calls('drop_tables'))
    expect(run.owed('attempt', model)).toMatchObject({ iteration: 3 })
  })

  test('ends after max_turns, and once its calls have used the token budget', () => {
    const endless = started(agent({ max_turns: 2, tools: [find] }))
    for (let turn = 0; turn < 2; turn += 1) {
      endless.complete(model, calls('find'))
      endless.complete('Clerk[call find]')
    }
    expect(endless.state.outcome?.error).toMatchObject({ code: 'AI_TURNS_EXCEEDED' })
    const dear = started(agent({ token_budget: 12 }))
    dear.complete(model, calls('find'))
    dear.complete('Clerk[call find]')
    expect(dear.state.outcome?.error).toMatchObject({ code: 'AI_BUDGET_EXCEEDED', step: model })
  })

  test('goes on after a retry of the run where the model failed, and repeats no turn', () => {
    const run = started(agent())
    run.complete(model, calls('find'))
    run.complete('Clerk[call find]', { total: 5 })
    run.fail(model, 'AI_REFUSED', false)
    expect(run.state.outcome?.error).toMatchObject({ code: 'AI_REFUSED' })
    run.send({ type: 'retry', actor: { id: 'ana' } } as never)
    expect(run.owed('attempt', model)).toMatchObject({
      service: { request: { prompt: 'Help with 7', turns: [{ result: { total: 5 } }] } },
    })
  })

  test('survives a turn that an operator gives, whatever it is', () => {
    const run = started(agent())
    run.complete(model, null)
    run.complete(model, [1])
    expect(run.owed('attempt', model)).toMatchObject({
      service: { request: { turns: [{ turn: { usage: { input_tokens: 0 } } }, {}] } },
    })
  })

  test('reads the result that an operator gives for a tool, and writes none of it to the state', () => {
    const run = started(agent())
    run.complete(model, calls('find'))
    run.send({ type: 'mark_done', actor: { id: 'ana' }, step: 'Clerk[call find]', output: { total: 5 } })
    expect(run.owed('attempt', model)).toMatchObject({
      service: { request: { turns: [{ of: 'Clerk[call find]', result: { total: 5 } }] } },
    })
    expect(run.state.data).toEqual({ order: 7 })
  })

  test('goes on with another turn where an operator skips the call of the model', () => {
    const run = started(agent())
    const lines = run.send({ type: 'skip', actor: { id: 'ana' }, step: model })
    expect(lines.slice(-2)).toEqual(['Clerk loop.round_started', `${model}@2 started`])
    expect(run.owed('attempt', model)).toMatchObject({
      iteration: 2,
      service: { request: { turns: [{ turn: { usage: { input_tokens: 0, output_tokens: 0 } } }] } },
    })
    run.complete(model, calls('find'))
    run.complete('Clerk[call find]', { total: 5 })
    run.send({ type: 'skip', actor: { id: 'ana' }, step: model })
    // The call of the earlier round is no turn of the round that was skipped.
    expect(run.owed('attempt', model)).toMatchObject({
      iteration: 4,
      service: {
        request: { turns: [{}, { turn: { call: { name: 'find' } } }, { turn: { usage: { input_tokens: 0 } } }] },
      },
    })
    run.complete(model, answers('Done'))
    expect(run.state.outputs.Clerk).toMatchObject({ output: { answer: 'Done', usage: { calls: 4, input_tokens: 20 } } })
  })

  test('takes the answer of an operator, who knows of no model and may answer nothing', () => {
    const run = started(agent())
    run.send({ type: 'mark_done', actor: { id: 'ana' }, step: model, output: { answer: null, target: END } })
    expect(run.state.outputs.Clerk).toEqual({
      output: { answer: null, model: null, usage: { calls: 1, input_tokens: 0, output_tokens: 0 } },
    })
    expect(run.owed('attempt', 'After')).toBeDefined()
  })

  test('fails when its prompt cannot be rendered', () => {
    expect(started(agent({ prompt: '{{ input.nothing }}' })).state.outcome?.error).toMatchObject({
      code: 'FIELD_NOT_FOUND',
    })
  })

  test('is a loop within a loop as well', () => {
    const outer = loop('Each', [agent({ tools: [find] })], { iterate_over: 'input.ids' })
    const run = new ScriptedRun(definition([outer]), { input: { ids: [1, 2], order: 7 } })
    run.own()
    for (let item = 0; item < 2; item += 1) run.complete(model, answers(item))
    expect(run.state.outputs.Each).toEqual({ output: { iterations: 2 } })
  })

  test('has the effects of its model and of its tools', () => {
    expect(externalEffects(agent())).toEqual([
      { kind: 'ai', what: 'model' },
      { kind: 'function', what: 'orders.find' },
      { kind: 'function', what: 'orders.refund' },
      { kind: 'child', what: 'Checks' },
    ])
    const step = started(agent()).executable.step('Clerk')
    expect(externalEffects(step)).toEqual(externalEffects(agent()))
  })
})
