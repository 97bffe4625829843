import type { QuotaRefusal } from '#server/limits/owner-quota.ts'
import { tooManyRequests } from '../api-error.ts'

/** Throws `TOO_MANY_REQUESTS` for a refusal by the quota of an owner. */
export function refuseBeyondQuota(refusal: QuotaRefusal | null): void {
  if (refusal !== null) throw tooManyRequests(refusal.message, refusal.retryAfterSeconds)
}
