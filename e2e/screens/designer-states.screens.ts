import { visitStates } from '../designer-states.ts'
import { example } from '../examples.ts'
import { test } from '../fixtures.ts'
import { shoot } from './shoot.ts'

test('the designer in the states that come of using it', async ({ page, designer, rest, browser, baseURL }) => {
  const loan = 'LoanOffer'
  await rest.publish(example('loan-approval', loan))
  await visitStates({ page, designer, rest, browser, baseURL, loan }, ({ name }) => shoot(page, `designer-${name}`))
})
