import type { Context } from 'hono'
import { ApiError } from '../api-error.ts'
import type { Session } from './find-session.ts'
import type { Identity } from './identity.ts'
import { auditedActor, confirmed } from './log-in.ts'
import { renewSession } from './renew-session.ts'
import { hasPassword, type Proof, requireProof } from './require-proof.ts'

/**
 * Makes the login of the session fresh: by the password and the second factor of its account. The session keeps its
 * owner and its end, and gets a new token. Throws `INVALID_INPUT`, and `CONFLICT` for an account without a password.
 */
export async function confirmLogin(identity: Identity, c: Context, session: Session, proof: Proof): Promise<void> {
  if (!(await hasPassword(identity.pool, session.userId)))
    throw new ApiError('CONFLICT', 'Your account has no password here. Log in again.')
  const actor = await auditedActor(identity, session)
  const entry = { actor, action: 'session.confirm', target: session.userId } as const
  await confirmed(identity, c, session, entry, () => requireProof(identity, c, session, proof))
  await renewSession(identity, c, session)
}
