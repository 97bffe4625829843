import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#core/json.ts'
import { convert, node, start } from '../testing/flows.ts'

const to = (name: string) => [[{ node: name, type: 'main', index: 0 }]]

function converted(
  kind: string,
  parameters: JsonObject,
  parts: Readonly<Record<string, ReturnType<typeof node>>> = {},
) {
  const links = Object.fromEntries(
    Object.entries(parts).map(([via, part]) => [String((part as JsonObject).name), { [via]: to('Do') }]),
  )
  const { step, notes } = convert([start, node('Do', kind, parameters), ...Object.values(parts)], {
    Start: { main: to('Do') },
    ...links,
  })
  const said = notes.filter(({ part }) => part === 'Do').map(({ fate, message }) => `${fate} ${message}`)
  return { step: step('Do') as JsonObject, said }
}

describe('nodes of n8n that ask a model', () => {
  it('become AI steps with the model, the tools and the form of their parts', () => {
    const { step, said } = converted(
      'agent',
      { text: '=Help {{ $json.name }}', options: { systemMessage: 'Be kind.' } },
      {
        ai_languageModel: node(
          'Model',
          'lmChatOpenAi',
          { model: { value: 'small' }, options: { temperature: 0, maxTokens: 200 } },
          { credentials: { openAiApi: { id: '1', name: 'Our key' } } },
        ),
        ai_tool: node('Look up', 'toolHttpRequest', { toolDescription: 'Finds it.', url: 'https://example.com' }),
        ai_outputParser: node('Form', 'outputParserStructured', { jsonSchemaExample: '{"mood":"good","score":1}' }),
        ai_memory: node('Memory', 'memoryBufferWindow'),
      },
    )
    expect(step).toMatchObject({
      type: 'AI',
      connection: 'Our_key',
      prompt: 'Help {{ input.name }}',
      system: 'Be kind.',
      model: 'small',
      temperature: 0,
      max_tokens: 200,
      tools: [{ name: 'Look_up', description: 'Finds it.', function: 'n8n.look_up' }],
      output_schema: { required: ['mood', 'score'], properties: { score: { type: 'number' } } },
    })
    expect(said.join('\n')).toContain('lost Its part Memory (memoryBufferWindow, ai_memory) has no equivalent.')
  })

  it('keep a tool that is a workflow, and the input of the step before as their prompt', () => {
    const { step, said } = converted(
      'agent',
      {},
      { ai_tool: node('Refund', 'toolWorkflow', { workflowId: { value: '7', cachedResultName: 'Refund order' } }) },
    )
    expect(step).toMatchObject({
      prompt: '{{ input }}',
      tools: [{ name: 'Refund', sub_workflow_type: 'Refund_order' }],
    })
    expect(said.join('\n')).toContain('runs the workflow Refund_order')
  })

  it('extract the attributes that they list', () => {
    const attributes = {
      attributes: [
        { name: 'total', type: 'number' },
        { name: 'city', type: 'date' },
      ],
    }
    const { step } = converted('informationExtractor', { text: 'x', attributes })
    expect(step).toMatchObject({
      output_schema: { properties: { total: { type: 'number' }, city: { type: 'string' } } },
    })
  })
})
