import { describe, expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import type { JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { convertN8n } from './convert-n8n.ts'
import { isN8n } from './read-n8n.ts'
import { act, connect, convert, node, reported, start } from './testing/flows.ts'

describe('a workflow of n8n', () => {
  it('is known by what it looks like', () => {
    expect(isN8n({ nodes: [], connections: {} })).toBe(true)
    expect([{ steps: [] }, { data: [1] }, null, 'nodes'].map(isN8n)).toEqual([false, false, false, false])
    expect(convertN8n({ nodes: [{}], connections: {} })).toMatchObject({ ok: false })
    expect(convertN8n([])).toMatchObject({ message: expect.stringContaining('Its contents cannot be read: ') })
  })

  it('is found where the API of n8n or its library of templates wraps it, and what stands beside it is told of', () => {
    const plain = { name: 'Wrapped', nodes: [act('A')], connections: {}, zz_inner: 1 }
    const wrapped = [{ data: plain }, { workflow: plain }, { workflow: { workflow: plain, views: 3 }, zz_outer: 1 }]
    expect(wrapped.map(isN8n)).toEqual([true, true, true])
    const lost = [plain, ...wrapped].map((file) => {
      const read = convertN8n(file)
      if (!read.ok) throw new Error(read.message)
      expect([read.name, read.text.includes('name: A')]).toEqual(['Wrapped', true])
      return read.notes.filter(({ fate }) => fate === 'lost').map(({ part, message }) => `${part}: ${message}`)
    })
    const inner = 'The workflow: Not imported: `zz_inner`.'
    const beside = 'The file: Not imported: `workflow.views`, `zz_outer`.'
    expect(lost).toEqual([[inner], [inner], [inner], [inner, beside]])
  })

  it('becomes steps under their own names, each once, that lead where they led', () => {
    const { definition, notes, problems } = convert(
      [start, act('Fetch it!'), act('Fetch it?'), act('1'), act('END')],
      connect('Start>Fetch it!', 'Fetch it!>Fetch it?', 'Fetch it?>1', 'Fetch it?>END'),
    )
    expect(definition.workflow_type).toBe('My_flow_2')
    expect(definition.steps.map(({ name, next }) => [name, next])).toEqual([
      ['Fetch_it', ['Fetch_it_2']],
      ['Fetch_it_2', ['Step_1', 'END_2']],
      ['Step_1', ['END']],
      ['END_2', ['END']],
    ])
    expect(reported(notes)).toContain('understood Start')
    expect(problems).toEqual([])
  })

  it('keeps its tags, written as texts or as objects; tags that it cannot have are said to be lost', () => {
    const long = 'x'.repeat(limits.definition.tagCharacters + 1)
    const read = (tags: unknown) => {
      const result = convertN8n({ name: 'Tagged', nodes: [act('A')], connections: {}, tags } as JsonObject)
      if (!result.ok) throw new Error(result.message)
      const lost = result.notes.filter(({ fate }) => fate === 'lost').map(({ message }) => message)
      return { tags: parse(result.text).definition?.tags, lost }
    }
    expect(read([{ id: '1', name: 'finance' }, 'monthly', { name: 'finance' }])).toEqual({
      tags: ['finance', 'monthly'],
      lost: [],
    })
    expect(read([long, 'monthly'])).toEqual({ tags: ['monthly'], lost: ['Not imported: `tags[0]`.'] })
    expect(read('monthly')).toEqual({ tags: undefined, lost: ['Not imported: `tags`.'] })
  })

  it('has a name, whatever it was called', () => {
    expect(convert([], {}, '!!').definition.workflow_type).toBe('Imported')
    expect(convertN8n({ nodes: [], connections: {} })).toMatchObject({ name: 'Imported' })
  })

  it('begins where it began; what nothing leads to, and notes, are left out and said to be lost', () => {
    const nodes = [act('A'), act('B'), node('Memo', 'stickyNote')]
    const { definition, notes } = convert([start, ...nodes], connect('Start>A', 'Start>Gone'))
    expect(definition.steps.map(({ name }) => name)).toEqual(['A'])
    expect(reported(notes)).toEqual(expect.arrayContaining(['understood Start', 'lost Memo', 'lost B', 'understood A']))
    expect(notes.some(({ part, message }) => part === 'Start' && message.includes('Gone'))).toBe(true)
    const alone = convert(nodes, connect('A>B'))
    expect(alone.definition.steps.map(({ name }) => name)).toEqual(['A', 'B'])
  })

  it('has outputs that lead nowhere, and ways that are none of data', () => {
    const connections = { Start: { main: [null, [{ node: 'A', type: 'main' }]] }, A: { ai_tool: [[{ node: 'B' }]] } }
    const { definition } = convert([start, act('A'), act('B')], connections)
    expect(definition.steps.map(({ name }) => name)).toEqual(['A'])
  })

  it('says how it is started from now on', () => {
    const { notes } = convert([node('Hook', 'webhook'), node('Nightly', 'scheduleTrigger'), start], {})
    expect(reported(notes)).toEqual(expect.arrayContaining(['changed Hook', 'lost Nightly', 'understood Start']))
  })

  it('says what a trigger was set to, its notes included', () => {
    const { notes } = convert([node('Hook', 'webhook', { path: 'in' }, { disabled: true, notes: 'Old' })], {})
    const message = 'Its settings were not imported: `{"path":"in","disabled":true,"notes":"Old"}`.'
    expect(notes).toContainEqual({ part: 'Hook', fate: 'lost', message })
  })

  it('keeps its description, and does not call it lost that it was not active', () => {
    const file = { nodes: [act('A')], connections: {}, active: false }
    const described = convertN8n({ ...file, description: 'What it does' })
    expect(described).toMatchObject({ ok: true, text: expect.stringContaining('description: What it does\n') })
    expect(convertN8n({ ...file, description: '' })).toMatchObject({ text: expect.not.stringContaining('description') })
    const lost = (active: boolean) => JSON.stringify(convertN8n({ ...file, active })).includes('Not imported: `active`')
    expect([lost(false), lost(true)]).toEqual([false, true])
  })

  it('goes straight through what does nothing, and waits where branches join', () => {
    const { definition, notes } = convert(
      [start, act('A'), act('B'), node('Join', 'merge'), node('Rest', 'noOp'), act('C')],
      connect('Start>A', 'Start>B', 'A>Join', 'B>Join', 'Join>Rest', 'Rest>C', 'Rest>Join'),
    )
    expect(definition.steps.map(({ name, next, dependencies }) => [name, next, dependencies])).toEqual([
      ['A', ['C'], []],
      ['B', ['C'], []],
      ['C', ['END'], undefined],
    ])
    expect(reported(notes)).toContain('changed Join')
    expect(reported(notes)).toContain('understood Rest')
  })
})
