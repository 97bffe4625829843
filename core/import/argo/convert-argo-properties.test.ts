import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitDocuments } from '#core/definition/documents.ts'
import { parse } from '#core/definition/parse.ts'
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
