import { expect, it } from 'vitest'
import type { JsonObject } from '#core/json.ts'
import { scriptedAnswer } from './scripted-model.ts'

const tool = (name: string, properties: JsonObject) => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties } },
})
const tools = [
  tool('find', { order: { type: 'string' } }),
  tool('pay', {
    amount: { type: 'number' },
    kind: { enum: ['part'] },
    yes: { type: 'boolean' },
    list: { type: 'array' },
  }),
]
const user = { role: 'user', content: 'Order A-17: give me 12.5 back.' }

const callIn = (answer: unknown) =>
  (answer as { choices: [{ message: { tool_calls: [{ function: { name: string; arguments: string } }] } }] }).choices[0]
    .message.tool_calls[0].function
const said = (name: string) => ({ role: 'assistant', tool_calls: [{ function: { name } }] })

it('calls each tool once, with arguments from the prompt that fit its schema', () => {
  const first = callIn(scriptedAnswer({ messages: [user], tools }))
  expect([first.name, JSON.parse(first.arguments)]).toEqual(['find', { order: 'A-17' }])
  const second = callIn(scriptedAnswer({ messages: [user, said('find')], tools }))
  expect([second.name, JSON.parse(second.arguments)]).toEqual([
    'pay',
    { amount: 12.5, kind: 'part', yes: true, list: [] },
  ])
})

it('answers in words after all tools, and in JSON where a schema asks for it', () => {
  const messages = [user, said('find'), { role: 'tool', content: '{"total":5}' }]
  const words = 'This is a scripted answer of the example model. find: {"total":5}'
  expect(scriptedAnswer({ messages })).toMatchObject({ choices: [{ message: { content: words } }] })
  const schema = { type: 'object', properties: { reply: { type: 'string' }, stars: { type: 'integer', minimum: 3 } } }
  const system = { role: 'system', content: `Be short.\n\nAnswer by this JSON Schema:\n${JSON.stringify(schema)}` }
  const { choices } = scriptedAnswer({ messages: [system, { ...user, content: 'Well?' }] }) as {
    choices: [{ message: { content: string } }]
  }
  expect(JSON.parse(choices[0].message.content)).toEqual({
    reply: 'This is a scripted answer of the example model.',
    stars: 3,
  })
})

it('answers something to a request that says little', () => {
  expect(scriptedAnswer({})).toMatchObject({ choices: [{ finish_reason: 'stop' }] })
  const system = { role: 'system', content: 'JSON Schema:\n{' }
  expect(scriptedAnswer({ messages: [system] })).toMatchObject({ choices: [{ finish_reason: 'stop' }] })
})
