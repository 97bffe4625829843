import { expect, test } from 'vitest'
import type { Edit } from '#core/graph/edit.ts'
import { describeChange } from './describe-change.ts'
import { createDocument, type DesignerDocument } from './document.ts'

const text = `workflow_type: Loan
steps:
  - name: Validate
    function: loans.validate
  - name: Gate
    type: DECISION
    routes:
      - condition: state.score > 5
        target: Pay
  - name: Pay
    function: loans.pay
    next: END
`
function said(change: (document: DesignerDocument) => void): string | null {
  const document = createDocument(text, undefined, () => 0)
  const words: (string | null)[] = []
  document.store.subscribe((state, before) => words.push(describeChange(before, state)))
  change(document)
  return words.at(-1) ?? null
}

test.each<[string, readonly Edit[]]>([
  [
    'Review added after Pay',
    [{ type: 'add_step', step: { type: 'HUMAN', name: 'Review' }, connect: { from: 'Pay', kind: 'normal' } }],
  ],
  [
    'Review added between Validate and Gate',
    [
      {
        type: 'insert_on_edge',
        edge: { from: 'Validate', to: 'Gate', kind: 'normal' },
        step: { type: 'HUMAN', name: 'Review' },
      },
    ],
  ],
  ['Pay deleted', [{ type: 'remove_steps', steps: ['Pay'] }]],
  ['2 steps deleted', [{ type: 'remove_steps', steps: ['Gate', 'Pay'] }]],
  ['Pay renamed to Pay_Out', [{ type: 'rename_step', step: 'Pay', name: 'Pay_Out' }]],
  ['Pay leads to Validate', [{ type: 'connect', from: 'Pay', to: 'Validate', kind: 'normal' }]],
  [
    'Validate no longer leads to Gate',
    [{ type: 'disconnect', edge: { from: 'Validate', to: 'Gate', kind: 'normal' } }],
  ],
  [
    'The route from Gate to Pay is taken if state.score > 9',
    [{ type: 'set_route_condition', step: 'Gate', route: 0, condition: 'state.score > 9' }],
  ],
  ['Pay is now a HUMAN step', [{ type: 'change_type', step: 'Pay', to: 'HUMAN' }]],
  ['Pay moved', [{ type: 'move', positions: { Pay: { x: 40, y: 80 } } }]],
])('%s', (words, edits) => {
  expect(said((document) => void document.perform(edits))).toBe(words)
})

test('undo and redo say what they undo and redo', () => {
  const remove = (document: DesignerDocument) => document.perform({ type: 'remove_steps', steps: ['Pay'] })
  expect(
    said((document) => {
      remove(document)
      document.undo()
    }),
  ).toBe('Undone: removing Pay')
  expect(
    said((document) => {
      remove(document)
      document.undo()
      document.redo()
    }),
  ).toBe('Redone: removing Pay')
})

test('what a person types is not read to them', () => {
  expect(said((document) => document.type(text.replace('Loan', 'Loans')))).toBeNull()
  expect(
    said((document) => void document.perform({ type: 'set_field', step: 'Pay', path: ['function'], value: 'loans.x' })),
  ).toBeNull()
})

test('another text says where it comes from', () => {
  expect(said((document) => document.replace('workflow_type: Other\nsteps: []\n', 'restoring version 2'))).toBe(
    'Done: restoring version 2',
  )
})
