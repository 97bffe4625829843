import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#core/json.ts'
import { serveModel } from './testing/serve-model.ts'

const tools = [
  {
    name: 'find',
    description: 'Finds an order.',
    input_schema: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
  },
]
const call = { id: 'call-1', name: 'find', input: { id: 7 } }
const usage = { input_tokens: 10, output_tokens: 3 }
const turn = { turn: { call, model: 'small', usage } }

describe.each(['openai_compatible', 'anthropic'] as const)('a turn by the protocol of %s', (kind) => {
  it('offers the tools, and gives the call of one', async () => {
    const { asked, ask } = await serveModel(kind, [{ call }])
    expect(await ask({ tools, turns: [] })).toMatchObject({
      kind: 'completed',
      output: { call, model: 'small', usage },
    })
    expect(JSON.stringify(asked[0]?.body.tools)).toContain('Finds an order.')
  })

  it('continues after the turns before, with the result of the tool', async () => {
    const { asked, ask } = await serveModel(kind, ['It is paid.'])
    const outcome = await ask({ tools, turns: [{ ...turn, of: 'Ask[call find]', result: { total: 5 } }] })
    expect(outcome).toMatchObject({ kind: 'completed', output: { answer: 'It is paid.' } })
    const sent = JSON.stringify(asked[0]?.body.messages)
    expect(sent).toContain('call-1')
    expect(sent).toContain(String.raw`{\"total\":5}`)
  })

  it.each([
    ['a tool that does not exist', { ...call, name: 'drop' }, 'There is no tool drop.'],
    ['arguments that do not fit', { ...call, input: { id: 'x' } }, 'The arguments do not fit'],
  ])('rejects %s, and runs nothing', async (_, wrong, message) => {
    const { ask } = await serveModel(kind, [{ call: wrong }])
    expect(await ask({ tools, turns: [] })).toMatchObject({
      kind: 'completed',
      output: { call: wrong, rejected: expect.stringContaining(message) },
    })
  })

  it.each([
    ['a rejected call', { turn: { ...turn.turn, rejected: 'The arguments do not fit.' } }, 'do not fit'],
    ['a tool that failed', { ...turn, error: { code: 'DOWN', message: 'no' } }, 'failed with DOWN'],
    [
      'a call that a person refused',
      { ...turn, of: 'Ask[approve find]', result: { approved: false, reason: 'Too much' } },
      'Too much',
    ],
    ['a result that is too long', { ...turn, of: 'Ask[call find]', result: 'x'.repeat(60_000) }, '(cut off)'],
  ])('tells the model of %s', async (_, ended, words) => {
    const { asked, ask } = await serveModel(kind, ['Well.'])
    await ask({ tools, turns: [ended as unknown as JsonObject] })
    expect(JSON.stringify(asked[0]?.body.messages)).toContain(words)
  })

  it('rejects an answer that does not fit once, and fails the second time', async () => {
    const output_schema = { type: 'object' }
    const { ask } = await serveModel(kind, ['Good.', 'Good.', '{}'])
    const first = await ask({ tools, turns: [], output_schema })
    expect(first).toMatchObject({ kind: 'completed', output: { text: 'Good.', rejected: 'It is not JSON.' } })
    const turns = [{ turn: { text: 'Good.', rejected: 'It is not JSON.' } }]
    expect(await ask({ tools, turns, output_schema })).toMatchObject({
      kind: 'failed',
      retryable: false,
      error: { code: 'AI_ANSWER_INVALID' },
    })
    expect(await ask({ tools, turns, output_schema })).toMatchObject({ kind: 'completed', output: { answer: {} } })
  })
})

it('takes arguments that are no JSON as a rejected call', async () => {
  const said = { choices: [{ message: { tool_calls: [{ id: 'a', function: { name: 'find', arguments: '{' } }] } }] }
  const { ask } = await serveModel('openai_compatible', [{ body: said }])
  expect(await ask({ tools, turns: [] })).toMatchObject({
    kind: 'completed',
    output: { call: { input: '{' }, rejected: expect.stringContaining('JSON object') },
  })
})
