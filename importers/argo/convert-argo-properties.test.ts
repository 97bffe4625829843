import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { splitDocuments } from '#core/definition/text/documents.ts'
import type { Json } from '#core/json.ts'
import { convertArgo } from './convert-argo.ts'

it('whatever stands there, it becomes texts that can be read', () => {
  const words = fc.constantFrom('a', 'b', '{{item}}', '{{tasks.a.outputs.result}}', "'", '{{', 'a && b', '1')
  const task = fc.record(
    {
      name: words,
      template: words,
      depends: words,
      when: words,
      withItems: fc.array(fc.jsonValue()),
      withParam: words,
    },
    { requiredKeys: ['name'] },
  )
  const template = fc.record(
    {
      name: words,
      dag: fc.record({ tasks: fc.array(task) }),
      steps: fc.array(fc.array(task)),
      suspend: fc.record({ duration: words }),
    },
    { requiredKeys: ['name'] },
  )
  const spec = fc.record({ entrypoint: words, templates: fc.array(template, { maxLength: 4 }) })
  fc.assert(
    fc.property(spec, (one) => {
      const converted = convertArgo({ apiVersion: 'argoproj.io/v1', kind: 'Workflow', spec: one } as Json)
      if (!converted.ok) return
      for (const { text } of splitDocuments(converted.text)) expect(parse(text).definition).not.toBeNull()
    }),
  )
  fc.assert(fc.property(fc.jsonValue(), (spec) => void convertArgo({ kind: 'Workflow', spec } as Json)))
})

it('no key disappears without a word, wherever it stands', () => {
  const base: Json = {
    apiVersion: 'argoproj.io/v1',
    kind: 'Workflow',
    metadata: { name: 'a' },
    spec: {
      entrypoint: 'm',
      arguments: { parameters: [{ name: 'p' }] },
      templates: [
        { name: 'm', dag: { tasks: [{ name: 't', template: 'w', arguments: { parameters: [{ name: 'p' }] } }] } },
        { name: 'w', inputs: { parameters: [{ name: 'p' }] }, retryStrategy: { limit: 1 }, container: {} },
        { name: 's', suspend: { duration: '1' } },
      ],
    },
  }
  const task = ['spec', 'templates', 0, 'dag', 'tasks', 0]
  const open = [
    [],
    ['metadata'],
    ['spec'],
    ['spec', 'arguments'],
    ['spec', 'arguments', 'parameters', 0],
    ['spec', 'templates', 0],
    task,
    [...task, 'arguments'],
    [...task, 'arguments', 'parameters', 0],
    ['spec', 'templates', 1],
    ['spec', 'templates', 1, 'inputs'],
    ['spec', 'templates', 1, 'retryStrategy'],
    ['spec', 'templates', 2, 'suspend'],
  ]
  const keys = fc.stringMatching(/^[a-z]{3,8}-[a-z]{3,8}$/)
  fc.assert(
    fc.property(fc.constantFrom(...open), keys, fc.jsonValue(), (path, key, value) => {
      const file = structuredClone(base)
      const place = path.reduce<Json>((at, part) => (at as { readonly [key: string]: Json })[part] as Json, file)
      Object.assign(place as object, { [key]: value })
      const converted = convertArgo(file)
      if (!converted.ok) throw new Error(converted.message)
      const lost = converted.notes.filter((note) => note.fate === 'lost' && note.message.includes(`${key}\``))
      expect(lost).toHaveLength(1)
      expect(converted.text).toContain(`${key}\``)
    }),
  )
})
