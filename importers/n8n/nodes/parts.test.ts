import { expect, it } from 'vitest'
import { convert, node, start } from '../testing/flows.ts'

const to = (name: string) => [[{ node: name, type: 'main', index: 0 }]]

it('a node of n8n without an equivalent keeps its parts with their own parts, without their credentials', () => {
  const nodes = [
    start,
    node('Agent', 'oracle'),
    node('Model', 'lmChat', { model: 'small' }, { credentials: { key: { id: '1', name: 'hidden' } }, notes: 'Cheap' }),
    node('Store', 'vectorStore', { text: '={{ $json.question }}' }, { disabled: true }),
    node('Embed', 'embeddings', { size: 3 }),
  ]
  const { step, notes } = convert(nodes, {
    Start: { main: to('Agent') },
    Model: { ai_languageModel: to('Agent') },
    Store: { ai_tool: to('Agent') },
    Embed: { ai_embedding: to('Store') },
  })
  expect(step('Agent').with).toEqual({
    parts: {
      ai_languageModel: [
        { name: 'Model', type: 'n8n-nodes-base.lmChat', notes: 'Cheap', parameters: { model: 'small' } },
      ],
      ai_tool: [
        {
          name: 'Store',
          type: 'n8n-nodes-base.vectorStore',
          disabled: true,
          parameters: { text: '{{ input.question }}' },
          parts: {
            ai_embedding: [{ name: 'Embed', type: 'n8n-nodes-base.embeddings', parameters: { size: 3 } }],
          },
        },
      ],
    },
  })
  expect(notes).toContainEqual(
    expect.objectContaining({
      part: 'Agent',
      fate: 'lost',
      message: expect.stringContaining('`credentials` of its part Model'),
    }),
  )
  expect(JSON.stringify(step('Agent'))).not.toContain('hidden')
})

it('parts of n8n that are parts of each other end where they come round', () => {
  const nodes = [start, node('Agent', 'oracle', { prompt: 'Hi' }), node('Tool', 'agentTool')]
  const { step } = convert(nodes, {
    Start: { main: to('Agent') },
    Tool: { ai_tool: to('Agent') },
    Agent: { ai_tool: to('Tool') },
  })
  expect(step('Agent').with).toEqual({
    prompt: 'Hi',
    parts: { ai_tool: [{ name: 'Tool', type: 'n8n-nodes-base.agentTool', parameters: {} }] },
  })
})
