import { type DesignerState, visitEdits, visitTrials } from '../support/designer-states.ts'
import { example } from '../support/examples.ts'
import { test } from '../support/fixtures.ts'
import { shoot, shootNarrow } from './shoot.ts'

/** The states that differ on a phone and survive a resize of the window. */
const narrow: ReadonlySet<string> = new Set(['test-dialog', 'trial-bar', 'step-dialog', 'presence', 'far-steps'])

test('the designer in the states that come of using it', async ({ page, designer, rest, browser, baseURL }) => {
  const loan = 'LoanOffer'
  await rest.publish(example('loan-approval', loan))
  const visit = { page, designer, rest, browser, baseURL, loan }
  const look = async ({ name }: DesignerState) => {
    await shoot(page, `designer-${name}`)
    if (narrow.has(name)) await shootNarrow(page, `designer-${name}`)
  }
  await visitTrials(visit, look)
  await visitEdits(visit, look)
})
