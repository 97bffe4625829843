import type { QuotaRefusal } from '#server/limits/owner-quota.ts'
import { quotaExceeded } from '../api-error.ts'

/** Throws `QUOTA_EXCEEDED` for a refusal by the quota of an owner. */
export function refuseBeyondQuota(refusal: QuotaRefusal | null): void {
  if (refusal !== null) throw quotaExceeded(refusal.message, refusal.retryAfterSeconds)
}
