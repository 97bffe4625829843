import type { Asker, Command, CommandOf } from '#core/run/command.ts'
import type { Actor } from '#server/access/actor.ts'
import { findCommand } from '../../engine/store/send.ts'
import { askedBy, refuseOtherRequest, requestIdentity } from '../../request-identity.ts'
import type { Stores } from '../../stores.ts'

/** The identity of what a person asks of a run: every option, the run, and who asks. */
export function operationIdentity(actor: Actor, runId: string, options: object): string {
  return requestIdentity({ ...askedBy(actor), runId, ...options })
}

/** What is asked under an operation id. */
export interface AskedOperation {
  readonly operationId: string
  readonly identity: string
  readonly runId: string
  /** What earlier versions stored in the place of the identity. */
  readonly command: Command
}

/**
 * Whether this operation was sent before, as the same request. Throws `IDEMPOTENCY_KEY_REUSED` when it was another one;
 * `field` is what the caller calls the operation's id.
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

/** Who asks again may have been given another name or other groups meanwhile: it is the same request. */
function commandIdentity(runId: string, command: Command): string {
  const { standing: _, continued_by: __, actor, ...asked } = command as Partial<PersonCommand> & object
  return requestIdentity({ ...asked, runId, askedBy: actor?.id })
}
