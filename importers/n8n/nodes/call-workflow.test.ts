import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#core/json.ts'
import { connect, convert, node, start } from '../testing/flows.ts'

const named = { value: '7', cachedResultName: 'Send mail' }

function call(parameters: JsonObject) {
  const { step, notes } = convert(
    [start, node('Do', 'executeWorkflow', { workflowId: named, ...parameters })],
    connect('Start>Do'),
  )
  return { done: step('Do'), lost: notes.filter(({ fate }) => fate === 'lost').map(({ message }) => message) }
}

describe('an Execute Workflow node of n8n', () => {
  it('that does not wait for the workflow starts it and goes on', () => {
    const { done, lost } = call({ options: { waitForSubWorkflow: false } })
    expect(done).toMatchObject({ type: 'FIRE_AND_FORGET', workflow_type: 'Send_mail', input: '{{ input }}' })
    expect(lost).toEqual([])
  })

  it('that waits for it starts a child workflow', () => {
    const { done, lost } = call({ source: 'database', mode: 'once', options: { waitForSubWorkflow: true } })
    expect(done).toMatchObject({ type: 'SUB_WORKFLOW', sub_workflow_type: 'Send_mail', input: '{{ input }}' })
    expect(lost).toEqual([])
  })

  it('hands on the fields that it maps, and says which other ways to map are lost', () => {
    const inputs = { mappingMode: 'defineBelow', value: { id: '={{ $json.order.id }}', kind: 'new' }, schema: [] }
    const { done, lost } = call({ workflowInputs: inputs })
    expect(done).toMatchObject({ type: 'SUB_WORKFLOW', input: { id: '{{ input.order.id }}', kind: 'new' } })
    expect(lost).toEqual([])
    const automatic = call({ workflowInputs: { mappingMode: 'autoMapInputData', value: null } })
    expect(automatic.done).toMatchObject({ input: '{{ input }}' })
    expect(automatic.lost).toEqual([expect.stringContaining('`parameters.workflowInputs.mappingMode`')])
    expect(call({ workflowInputs: { mappingMode: 'defineBelow', value: null } }).done.input).toBe('{{ input }}')
  })

  it('that loads a workflow from elsewhere, or calls it for each item, says that this is lost', () => {
    expect(call({ source: 'url', mode: 'each' }).lost).toEqual([
      'Not imported: `parameters.source`, `parameters.mode`.',
    ])
  })
})
