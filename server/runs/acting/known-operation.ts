import type { Asker, Command, CommandOf } from '#core/run/command.ts'
import type { Actor } from '#server/access/actor.ts'
import { findCommand } from '../../engine/store/send.ts'
import { askedBy, refuseOtherRequest, requestIdentity } from '../../request-identity.ts'
import type { Stores } from '../../stores.ts'

/** The identity of a command: every option, the run, and the caller. */
export function operationIdentity(actor: Actor, runId: string, options: object): string {
  return requestIdentity({ ...askedBy(actor), runId, ...options })
}

/** A request with an operation id. */
export interface AskedOperation {
  readonly operationId: string
  readonly identity: string
  readonly runId: string
  /** The command, which earlier versions stored instead of the identity. */
  readonly command: Command
}

/**
 * Whether this operation was sent before, as an equal request. Throws `IDEMPOTENCY_KEY_REUSED` when the earlier request
 * differs; `field` is the caller's name of the operation id.
 */
export async function isKnownOperation(
  { pool }: Stores,
  { operationId, identity, runId, command }: AskedOperation,
  field: string,
): Promise<boolean> {
  const sent = await findCommand(pool, operationId)
  if (sent === null) return false
  if (sent.identity !== null) refuseOtherRequest(sent.identity, identity, field)
  else refuseOtherRequest(commandIdentity(sent.runId, sent.command), commandIdentity(runId, command), field)
  return true
}

type PersonCommand = Asker & Pick<CommandOf<'acknowledge'>, 'continued_by'>

/** The caller's name and groups may have changed since the first request; they are not part of the identity. */
function commandIdentity(runId: string, command: Command): string {
  const { standing: _, continued_by: __, actor, ...asked } = command as Partial<PersonCommand> & object
  return requestIdentity({ ...asked, runId, askedBy: actor?.id })
}
