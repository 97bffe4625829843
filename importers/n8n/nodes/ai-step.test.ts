import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#core/json.ts'
import { act, connect, convert, node, start } from '../testing/flows.ts'

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

  it('ask for a prompt where the data before them may come from one node or another', () => {
    const { step, notes } = convert(
      [start, node('If', 'if'), act('A'), act('B'), node('Do', 'agent')],
      connect('Start>If', 'If:0>A', 'If:1>B', 'A>Do', 'B>Do'),
    )
    expect(step('Do')).toMatchObject({ type: 'AI', prompt: 'Write the prompt here.' })
    expect(notes).toContainEqual(
      expect.objectContaining({
        part: 'Do',
        fate: 'kept',
        message: expect.stringContaining('Write it.'),
        isProblem: true,
      }),
    )
  })

  it('have a system message that is text, whatever it was', () => {
    const { step } = converted('agent', { options: { systemMessage: { be: 'kind' } } })
    expect(step.system).toBe('{"be":"kind"}')
  })

  it('give tools whose names would be equal or empty names of their own', () => {
    const tools = ['Look up', 'Look-up!', 'Look, up', 'Look/up', '日本'].map((name) => node(name, 'toolCode'))
    const links = tools.map((tool) => [String((tool as JsonObject).name), { ai_tool: to('Do') }] as const)
    const { step } = convert([start, node('Do', 'agent'), ...tools], {
      Start: { main: to('Do') },
      ...Object.fromEntries(links),
    })
    const names = ['Look_up', 'Look-up', 'Look_up_2', 'Look_up_3', 'tool']
    expect(step('Do').tools).toMatchObject(names.map((name) => ({ name })))
  })

  it('name a workflow that the file does not name in a general way', () => {
    const { step, said } = converted('agent', {}, { ai_tool: node('Refund', 'toolWorkflow', { workflowId: '7' }) })
    expect(step.tools).toEqual([{ name: 'Refund', sub_workflow_type: 'Workflow' }])
    expect(said.join('\n')).toContain('Its tool Refund runs the workflow Workflow. Import it as well.')
  })
})

describe('the form of an answer', () => {
  const formFrom = (parameters: JsonObject) => {
    const { step, said } = converted(
      'agent',
      {},
      { ai_outputParser: node('Form', 'outputParserStructured', parameters) },
    )
    return { form: step.output_schema, lost: said.filter((text) => text.startsWith('lost')) }
  }
  const schema = { type: 'object', properties: { mood: { type: 'string' } } }

  it.each(['inputSchema', 'jsonSchema'])('is the schema of %s as it is', (key) => {
    expect(formFrom({ [key]: JSON.stringify(schema) })).toEqual({ form: schema, lost: [] })
  })

  it('has the types of an example, lists included; a value that is null may be text', () => {
    const example = { tags: ['a'], note: null, about: { n: 1 }, sure: true }
    expect(formFrom({ jsonSchemaExample: JSON.stringify(example) }).form).toEqual({
      type: 'object',
      required: ['tags', 'note', 'about', 'sure'],
      properties: {
        tags: { type: 'array' },
        note: { type: 'string' },
        about: { type: 'object' },
        sure: { type: 'boolean' },
      },
    })
  })

  it.each(['{"type": ', '["a"]'])('is none where a schema is %s, which is reported', (inputSchema) => {
    const { form, lost } = formFrom({ inputSchema })
    expect(form).toBeUndefined()
    expect(lost).toEqual([expect.stringContaining('`parameters.inputSchema`')])
  })
})
