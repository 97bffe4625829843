import { expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import type { ImportNote } from './import-note.ts'
import { reportOf } from './report.ts'

const text = `workflow_type: Flow
owner: somebody
steps:
  - name: Ask
    type: HUMAN_IN_LOOP
  - name: Draw
    type: PAINTING
    colour: red
  - name: Each
    type: LOOP
    mode: ITERATE
    iterate_over: state.list
    loop_body:
      - name: Inner
        function: f.inner
  - name: Broken
    type: HTTP
`

const reported = (notes: readonly ImportNote[] = []) =>
  reportOf(text, parse(text).problems, notes).map(({ step, line, fate, findings }) => [
    step,
    line,
    fate,
    ...findings.map((finding) => `${finding.fate} ${finding.line}: ${finding.message}`),
  ])

it('says for each step what becomes of it, with the lines', () => {
  expect(reported()).toEqual([
    [null, 1, 'kept', expect.stringContaining('kept 2: ')],
    ['Ask', 4, 'changed', 'changed 5: HUMAN_IN_LOOP is read as HUMAN.'],
    ['Draw', 6, 'lost', expect.stringMatching(/^lost 7: /)],
    ['Each', 9, 'understood'],
    ['Inner', 14, 'understood'],
    ['Broken', 16, 'kept', expect.stringMatching(/^kept 1\d: /)],
  ])
})

it('tells what happened on the way here, and what concerns no step', () => {
  const notes: readonly ImportNote[] = [
    { fate: 'lost', part: 'Sticky', message: 'Left out.' },
    { fate: 'understood', part: 'Each item', step: 'Each', message: 'The same.' },
  ]
  const [workflow, , , each] = reported(notes)
  expect(workflow).toContain('lost 1: Sticky: Left out.')
  expect(each).toEqual(['Each', 9, 'understood', 'understood 9: The same.'])
})

it('says once that a function is still to be written', () => {
  const range = { start: 0, end: 0 }
  const problem = {
    code: 'FUNCTION_UNKNOWN',
    severity: 'warning',
    message: 'No function.',
    path: [],
    range,
    step: 'Inner',
  } as const
  const note = {
    fate: 'lost',
    part: 'inner',
    step: 'Inner',
    message: 'It calls a function that is still to be written.',
  } as const
  const messagesOf = (notes: readonly ImportNote[]) =>
    reportOf(text, [problem], notes)
      .find(({ step }) => step === 'Inner')
      ?.findings.map(({ message }) => message)
  expect(messagesOf([note])).toEqual([note.message])
  expect(messagesOf([])).toEqual([problem.message])
})

it('says once what was not carried over, with or without the notes of the import', () => {
  const noted = `${text}    not_imported:\n      - Its pages.\n`
  const { problems } = parse(noted)
  const findings = (notes: readonly ImportNote[]) => reportOf(noted, problems, notes).at(-1)?.findings
  const said = (notes: readonly ImportNote[]) => findings(notes)?.filter(({ message }) => message === 'Its pages.')
  expect(said([])).toEqual([{ fate: 'lost', line: 19, message: 'Its pages.' }])
  expect(said([{ fate: 'lost', part: 'Broken', step: 'Broken', message: 'Its pages.' }])).toHaveLength(1)
})

it('says once what was not carried over of the workflow as a whole', () => {
  const noted = `${text}not_imported:\n  - 'The workflow: Its zone.'\n`
  const { problems } = parse(noted)
  const said = (notes: readonly ImportNote[]) =>
    reportOf(noted, problems, notes)[0]?.findings.filter(({ message }) => message === 'The workflow: Its zone.')
  expect(said([])).toMatchObject([{ fate: 'lost' }])
  expect(said([{ fate: 'lost', part: 'The workflow', message: 'Its zone.' }])).toMatchObject([{ line: 1 }])
})

it('says something about every text', () => {
  const broken = 'steps: ['
  expect(reportOf(broken, parse(broken).problems)).toMatchObject([{ step: null, fate: 'kept' }])
})

it('repeats advice about the workflow without calling it a change of the import', () => {
  const codes = ['INPUT_UNDECLARED', 'UNDO_MISSING', 'ADDRESS_REFUSED'] as const
  for (const code of codes) {
    const range = { start: 0, end: 0 }
    const problem = { code, severity: 'warning', message: 'Declare it.', path: [], range, step: 'Inner' } as const
    const part = reportOf(text, [problem]).find(({ step }) => step === 'Inner')
    expect(part).toMatchObject({ fate: 'understood', findings: [{ fate: 'understood', message: 'Declare it.' }] })
  }
})

it('calls what only might be meant otherwise a change', () => {
  const problem = { code: 'HINT', severity: 'info', message: 'A hint.', path: [], range: { start: 0, end: 0 } } as const
  expect(reportOf(text, [problem])[0]).toMatchObject({ fate: 'changed' })
})

it('says once what was not carried over of the workflow itself', () => {
  const noted = text.replace('owner: somebody', 'not_imported:\n  - Its clock.')
  const { problems } = parse(noted)
  const messages = (notes: readonly ImportNote[]) =>
    reportOf(noted, problems, notes)[0]?.findings.map(({ message }) => message)
  expect(messages([])).toEqual(['Its clock.'])
  expect(messages([{ fate: 'lost', part: 'Its clock', message: 'Stopped.' }])).toEqual([
    'Its clock: Stopped.',
    'Its clock.',
  ])
})
