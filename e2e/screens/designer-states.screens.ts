import { visitStates } from '../designer-states.ts'
import { example } from '../examples.ts'
import { test } from '../fixtures.ts'
import { shoot, shootNarrow } from './shoot.ts'

/** Those that are something else on a phone, and are still there once the window has another size. */
const narrow: ReadonlySet<string> = new Set(['test-dialog', 'trial-bar', 'step-dialog', 'presence', 'far-steps'])

test('the designer in the states that come of using it', async ({ page, designer, rest, browser, baseURL }) => {
  const loan = 'LoanOffer'
  await rest.publish(example('loan-approval', loan))
  await visitStates({ page, designer, rest, browser, baseURL, loan }, async ({ name }) => {
    await shoot(page, `designer-${name}`)
    if (narrow.has(name)) await shootNarrow(page, `designer-${name}`)
  })
})
