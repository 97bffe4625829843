import { describe, expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import type { Json, JsonObject } from '#core/json.ts'
import { convertN8n } from './convert-n8n.ts'
import { caseFile } from './testing/case-file.ts'

function converted(file: Json) {
  const read = convertN8n(file)
  if (!read.ok) throw new Error(read.message)
  const { definition, problems } = parse(read.text)
  return { ...read, steps: definition?.steps ?? [], definition, problems }
}

describe('a file of n8n', () => {
  it('has an agent as an AI step with its model and its tools', () => {
    const { steps, notes } = converted(caseFile('ai-subnodes'))
    expect(steps[0]).toMatchObject({
      type: 'AI',
      prompt: '{{ input.mail }}',
      model: 'small-1',
      temperature: 0,
      tools: [{ name: 'Look_Up', function: 'n8n.look_up' }],
    })
    expect(notes.filter(({ step, fate }) => step === 'Agent' && fate === 'lost')).toHaveLength(2)
    expect(notes.some(({ message }) => message.includes('never runs'))).toBe(false)
  })

  it('has names of its own where they have no letters of A to Z, and tells what they were', () => {
    const { steps, definition } = converted(caseFile('names-not-latin'))
    expect(steps.map(({ name, description, output_key }) => [name, description, output_key])).toEqual([
      ['Http_request', '天気を取る', 'answers.Http_request'],
      ['Http_request_2', '送る', 'answers.Http_request_2'],
      ['Strasse_Mass', 'Straße & Maß', 'answers.Strasse_Mass'],
    ])
    expect(definition?.description).toBe('天気')
  })

  it('says what of its settings is not carried over, in the text as well', () => {
    const { definition, notes, problems } = converted(caseFile('settings-lost'))
    expect(definition).toMatchObject({ timeout_seconds: 60 })
    const lost = notes.filter(({ fate }) => fate === 'lost').map(({ message }) => message.split(':')[0])
    expect(lost).toEqual(['`settings.errorWorkflow` was not converted', '`pinData` of Ask was not imported'])
    expect(problems.filter(({ code }) => code === 'NOT_IMPORTED')).toHaveLength(2)
  })

  it('says how it was started, and what cannot be asked for in a request', () => {
    const scheduled = converted(caseFile('schedule-cron'))
    expect(scheduled.definition?.triggers).toEqual([
      { type: 'schedule', cron: '0 3 * * 1-5' },
      { type: 'form', access: 'owner', title: 'Ask' },
    ])
    expect(scheduled.notes.find(({ part }) => part === 'Every Night')?.fate).toBe('understood')
    const { steps, notes } = converted(caseFile('http-json-query-headers'))
    expect(steps[0]).toMatchObject({ http_config: { query: { q: 'loom', page: 2 }, headers: { 'X-Shop': 'north' } } })
    const lost = notes.filter(({ fate }) => fate === 'lost').map(({ message }) => message.split(' ')[0])
    expect(lost).toEqual(['`options.pagination`', '`options.batching`', '`options.response`'])
  })

  it('answers by the state, and keeps names with blanks', () => {
    expect(converted(caseFile('respond')).steps[1]).toMatchObject({ set: { response: '{"sum": steps.Sum.output.s}' } })
    expect(converted(caseFile('field-with-spaces')).steps[0]).toMatchObject({
      set: { 'First name': 'input["First name"]', 'e-mail': '"x"' },
    })
  })

  it('says which workflow it calls cannot be known by its id', () => {
    const { steps, notes } = converted(caseFile('sub-workflow-by-id'))
    expect(steps.map((step) => (step as unknown as JsonObject).sub_workflow_type)).toEqual([
      'Workflow_kX93',
      'Workflow_77',
    ])
    expect(notes.filter(({ fate }) => fate === 'lost')).toHaveLength(2)
  })

  it('keeps its code to the letter, blanks within texts included', () => {
    const code = 'const text = `a\n  b`\nreturn { text }'
    const nodes: Json = [{ name: 'Do', type: 'n8n-nodes-base.code', parameters: { jsCode: code } }]
    expect((converted({ nodes, connections: {} }).steps[0] as unknown as JsonObject).code).toContain(code)
  })

  it('that cannot be read says where, and one without steps that it has none', () => {
    expect(convertN8n({ nodes: [{ name: 'A' }], connections: {} })).toMatchObject({
      message: expect.stringContaining('`nodes.0.type`'),
    })
    const twice = { name: 'A', type: 'x.set' }
    expect(convertN8n({ nodes: [twice, twice], connections: {} })).toMatchObject({
      message: expect.stringContaining('Two nodes are called A'),
    })
    expect(converted({ nodes: [], connections: {} }).notes).toContainEqual(
      expect.objectContaining({ fate: 'lost', message: expect.stringContaining('no node that can become a step') }),
    )
  })
})
