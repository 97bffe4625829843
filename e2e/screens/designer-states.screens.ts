import { visitStates } from '../support/designer-states.ts'
import { example } from '../support/examples.ts'
import { test } from '../support/fixtures.ts'
import { shoot, shootNarrow } from './shoot.ts'

/** The states that differ on a phone and survive a resize of the window. */
const narrow: ReadonlySet<string> = new Set(['test-dialog', 'trial-bar', 'step-dialog', 'presence', 'far-steps'])

test('the designer in the states that come of using it', async ({ page, designer, rest, browser, baseURL }) => {
  const loan = 'LoanOffer'
  await rest.publish(example('loan-approval', loan))
  await visitStates({ page, designer, rest, browser, baseURL, loan }, async ({ name }) => {
    await shoot(page, `designer-${name}`)
    if (narrow.has(name)) await shootNarrow(page, `designer-${name}`)
  })
})
