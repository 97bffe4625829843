import { ApiError } from '../../api-error.ts'
import { MailboxFull, type Reply } from '../../engine/requests/send-command.ts'
import type { SentCommand } from '../../engine/store/send.ts'
import type { Stores } from '../../stores.ts'

/** Sends a command to a run and waits a little for its reply; a run whose mailbox is full refuses the command. */
export async function deliverCommand({ engine }: Stores, request: SentCommand): Promise<Reply | 'pending'> {
  try {
    return await engine.sendCommand(request)
  } catch (error) {
    if (!(error instanceof MailboxFull)) throw error
    throw new ApiError(
      'TOO_MANY_REQUESTS',
      'Too many commands are waiting for this run. Try again once some are answered.',
    )
  }
}
