import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { parse } from '#core/definition/parse.ts'
import type { JsonObject } from '#core/json.ts'
import type { ImportNote } from './import-note.ts'
import { unsettledNote, withNotImported } from './not-imported.ts'
import { SourceRecord } from './source-record.ts'

describe('what an import could not carry over', () => {
  const step = (name: string): JsonObject => ({ name, function: 'a.b' })
  const loop = { name: 'Each', type: 'LOOP', mode: 'ITERATE', iterate_over: 'input.list', loop_body: [step('Inner')] }
  const note = (fate: ImportNote['fate'], message: string, more: Partial<ImportNote> = {}): ImportNote => ({
    part: 'A part',
    fate,
    message,
    ...more,
  })

  it('stands in the text, at the step or the workflow, and is a problem there', () => {
    const notes = [
      note('lost', 'Gone.', { step: 'Inner' }),
      note('lost', 'Gone.', { step: 'Inner' }),
      note('kept', 'To be mended.', { step: 'First' }),
      note('lost', 'Its time zone.'),
    ]
    const text = stringify(withNotImported({ workflow_type: 'A', steps: [step('First'), loop] }, notes))
    const { definition, problems } = parse(text)
    expect(definition).toMatchObject({
      not_imported: ['A part: Its time zone.'],
      steps: [{ not_imported: ['To be mended.'] }, { loop_body: [{ not_imported: ['Gone.'] }] }],
    })
    expect(problems.map(({ code, severity, step, message }) => [code, severity, step, message])).toEqual([
      ['NOT_IMPORTED', 'warning', undefined, 'A part: Its time zone.'],
      ['NOT_IMPORTED', 'warning', 'First', 'To be mended.'],
      ['NOT_IMPORTED', 'warning', 'Inner', 'Gone.'],
    ])
  })

  it('is not said twice where the text has another problem for it, nor where nothing is lost', () => {
    const notes = [note('lost', 'A function.', { step: 'First', isProblem: true }), note('changed', 'Otherwise.')]
    expect(withNotImported({ workflow_type: 'A', steps: [step('First')] }, notes)).toEqual({
      workflow_type: 'A',
      steps: [step('First')],
    })
    expect(withNotImported({ workflow_type: 'A' }, [])).toEqual({ workflow_type: 'A', steps: [] })
  })

  it('is every key that was not accounted for', () => {
    const record = new SourceRecord({ url: 'x', options: { retry: 1, page: 2 } })
    record.take('options', 'retry')
    expect(unsettledNote(record, { part: 'Ask', step: 'Ask' })).toEqual([
      { part: 'Ask', step: 'Ask', fate: 'lost', message: 'Not imported: `url`, `options.page`.' },
    ])
    record.settle('url', 'options')
    expect(unsettledNote(record, { part: 'Ask' })).toEqual([])
  })
})
