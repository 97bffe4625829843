import { describe, expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { splitDocuments } from '#core/definition/text/documents.ts'
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

  it('of n8n with more nodes than a workflow may have steps is not converted, and says so', () => {
    const nodes = Array.from({ length: limits.definition.steps + 1 }, (_, at) => ({ name: `N${at}`, type: 'x.set' }))
    const text = JSON.stringify({ name: 'Theirs', nodes, connections: {} })
    expect(readFile(text)).toEqual({
      ...{ from: 'n8n', text },
      notes: [{ fate: 'lost', part: 'The file', message: expect.stringContaining('more than 2000 nodes') }],
    })
    expect(readFile('{"nodes": 5, "connections": {}}').notes).toHaveLength(1)
  })

  it.each(['noOp', 'if'])('of n8n with a chain of 1,500 nodes %s is converted', (kind) => {
    const names = Array.from({ length: 1_500 }, (_, at) => `N${at}`)
    const nodes = [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
      ...names.map((name) => ({ name, type: `n8n-nodes-base.${kind}` })),
      {
        name: 'Last',
        type: 'n8n-nodes-base.set',
        parameters: { values: { string: [{ name: 'v', value: '={{ $json.a }}' }] } },
      },
    ]
    const order = nodes.map(({ name }) => name)
    const after = (name: string | undefined) => ({ main: [[{ node: name }]] })
    const connections = Object.fromEntries(order.slice(0, -1).map((name, at) => [name, after(order[at + 1])]))
    const { text } = readFile(JSON.stringify({ name: 'Theirs', nodes, connections }))
    expect(text).toContain('workflow_type: Theirs')
    expect(text).toContain('name: Last')
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

describe('a file of several workflows', () => {
  const argo = (name: string) =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nmetadata: { name: ${name} }\nspec:\n  entrypoint: main\n  templates: [{ name: main, suspend: {} }]\n`

  it('becomes as many, and says what is none', () => {
    const other = '# needed\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\n'
    const { from, text, notes } = readFile(`${other}---\n${argo('first')}---\n${argo('second')}`)
    expect(from).toBe('argo')
    expect(splitDocuments(text).map((one) => parse(one.text).definition?.workflow_type)).toEqual(['first', 'second'])
    const lost = 'Document 1 (ConfigMap settings): Skipped: it is not a workflow.'
    expect(notes).toContainEqual({
      workflow: 'first',
      fate: 'lost',
      part: 'Document 1 (ConfigMap settings)',
      message: 'Skipped: it is not a workflow.',
    })
    expect(parse(text.split('---\n')[0] as string).problems.map(({ message }) => message)).toContain(lost)
    expect(new Set(notes.map(({ workflow }) => workflow))).toEqual(new Set(['first', 'second']))
  })

  it('of n8n is a list of them', () => {
    const one = (name: string) => ({ name, nodes: [{ name: 'Rest', type: 'n8n-nodes-base.wait' }], connections: {} })
    const { text, notes } = readFile(JSON.stringify([one('A'), one('B'), { nodes: 1, connections: 2 }, 5]))
    expect(splitDocuments(text)).toHaveLength(2)
    expect(notes.filter(({ fate }) => fate === 'lost').map(({ part }) => part)).toEqual(['Document 3', 'Document 4'])
  })

  it('says of each why it cannot be converted, where none can', () => {
    const broken = 'on: push\njobs: { a: 1 }\n'
    const read = readFile(`${broken}---\n${broken}---\non: "\u0001"\n`)
    expect(read.text).toContain('jobs')
    expect(read.notes.map(({ part, fate }) => [part, fate])).toEqual([
      ['Document 1', 'lost'],
      ['Document 2', 'lost'],
      ['Document 3', 'lost'],
    ])
    expect(read.notes[0]?.message).toContain('jobs.a')
  })
})
