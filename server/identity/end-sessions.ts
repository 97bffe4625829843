import type { Context } from 'hono'
import { ApiError } from '../api-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Session } from './find-session.ts'
import type { Identity } from './identity.ts'
import { auditedActor } from './log-in.ts'
import { clearedCookie } from './session-cookie.ts'
import { endSession, revokeSessions } from './sessions.ts'

/** Ends one session of the caller's account. */
export async function endOneSession(identity: Identity, session: Session, sessionId: string): Promise<void> {
  const actor = await auditedActor(identity, session)
  await inTransaction(identity.pool, async (client) => {
    if (!(await endSession(client, session.userId, sessionId)))
      throw new ApiError('NOT_FOUND', 'This session is over already.')
    await recordAudit(client, { actor, action: 'session.end', target: sessionId, outcome: 'done' })
  })
}

/** Ends every session of the caller's account, the present one too. Returns how many there were. */
export async function endAllSessions(identity: Identity, c: Context, session: Session): Promise<number> {
  const actor = await auditedActor(identity, session)
  const ended = await inTransaction(identity.pool, async (client) => {
    const count = await revokeSessions(client, session.userId)
    await recordAudit(client, { actor, action: 'session.end_all', target: session.userId, outcome: 'done' })
    return count
  })
  c.header('set-cookie', clearedCookie(identity.cookie))
  return ended
}
