import { describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { readFile } from './read-file.ts'
import { systems } from './systems.ts'

describe('a file', () => {
  it('of ours stays as it is, to the byte', () => {
    const text = '# mine\nworkflow_type: Mine\nsteps: []\n'
    expect(readFile(text)).toEqual({ from: 'heddle', text, notes: [] })
  })

  it('of ours may be written as JSON, broken or not', () => {
    for (const text of ['{"workflow_type": "Mine"}', '{"workflow_type": ', '{'.repeat(limits.definition.depth + 1)]) {
      expect(readFile(text)).toEqual({ from: 'heddle', text, notes: [] })
    }
  })

  it('of n8n becomes a text of ours', () => {
    const node = { name: 'Set', type: 'n8n-nodes-base.manualTrigger' }
    const read = readFile(JSON.stringify({ name: 'Theirs', nodes: [node], connections: {} }))
    expect(read.from).toBe('n8n')
    expect(read.text).toContain('workflow_type: Theirs')
  })

  it('of each system that is known by name is told from the others', () => {
    const files = [
      '{"nodes": [], "connections": {}}',
      'on: push\njobs: {}\n',
      'apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nspec: 1\n',
    ]
    expect(files.map((text) => readFile(text).from)).toEqual(Object.keys(systems))
  })

  it('of n8n that cannot be read says so', () => {
    const text = '{"nodes": 1, "connections": 2}'
    const { from, text: kept, notes } = readFile(text)
    expect([from, kept]).toEqual(['n8n', text])
    expect(notes).toMatchObject([{ fate: 'lost', part: 'The file' }])
  })
})
