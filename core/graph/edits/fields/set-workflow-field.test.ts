import { describe, expect, it } from 'vitest'
import { diff } from '../../testing/edit-text.ts'
import { loan } from '../../testing/row-drafts.ts'

describe('set_workflow_field', () => {
  it('goes above the steps when new', () => {
    expect(diff(loan, { type: 'set_workflow_field', path: ['saga_enabled'], value: true })).toMatchInlineSnapshot(
      `"+saga_enabled: true"`,
    )
    expect(
      diff(loan, { type: 'set_workflow_field', path: ['input_schema', 'properties', 'amount', 'maximum'], value: 5 }),
    ).toMatchInlineSnapshot(`
      "-    amount: { type: number, minimum: 100, maximum: 1000000 }
      +    amount: { type: number, minimum: 100, maximum: 5 }"
    `)
    expect(diff(loan, { type: 'set_workflow_field', path: ['description'] })).toMatchInlineSnapshot(
      `"-description: Score a loan, let a manager decide the doubtful ones"`,
    )
    expect(
      diff('workflow_type: New\n', { type: 'set_workflow_field', path: ['description'], value: 'x' }),
    ).toMatchInlineSnapshot(`"+description: x"`)
  })
})
