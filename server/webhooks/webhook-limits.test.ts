import { expect, it } from 'vitest'
import { tuning } from '#server/engine/tuning.ts'
import { webhookLimits } from './webhook-limits.ts'

it('an acknowledgement takes a delivery under a lease for one that may end soon (envelope 13)', () => {
  expect(tuning.webhookLeaseMs).toBeGreaterThan(webhookLimits.leaseMs)
  expect(tuning.acknowledgeAgainMs).toBeLessThan(webhookLimits.leaseMs / 10)
})
