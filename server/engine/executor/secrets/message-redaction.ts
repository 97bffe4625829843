import { messageOf } from '#core/message-of.ts'
import type { SecretSource } from '../../../secrets.ts'
import type { FunctionRequest } from '../../ports.ts'
import type { FromHost } from '../threads/messages.ts'
import { tuning } from '../tuning.ts'
import { ownerRedactor } from './owner-redactor.ts'
import { redactMessage } from './redact-message.ts'

export interface MessageRedaction {
  /** Begins to read the secrets of the owner, unless they are known. */
  prepare(ownerId: string): void
  /** Delivers the message without the secrets of its owner: at once, or when they have been read. */
  pass(request: FunctionRequest, message: FromHost, deliver: (message: FromHost) => void): void
  /** Drops messages of a cancelled attempt that were not delivered. */
  drop(id: string): void
  close(): void
}

interface Delayed {
  readonly id: string
  readonly message: FromHost
  readonly deliver: (message: FromHost) => void
}

/** Redaction of what functions send. Messages of one owner keep their order. */
export function createMessageRedaction(source: SecretSource, log: (line: string) => void): MessageRedaction {
  const delayed = new Map<string, Delayed[]>()
  let isClosed = false

  const read = (ownerId: string): void => {
    source.fresh(ownerId).then(
      (secrets) => {
        const messages = delayed.get(ownerId) ?? []
        delayed.delete(ownerId)
        if (isClosed) return
        for (const { message, deliver } of messages) deliver(redactMessage(message, ownerRedactor(secrets)))
      },
      (error: unknown) => {
        if (isClosed) return
        log(`results wait for the secrets of ${ownerId}: ${messageOf(error)}`)
        setTimeout(() => read(ownerId), tuning.secretsRetryMs).unref()
      },
    )
  }
  const prepare = (ownerId: string): void => {
    if (delayed.has(ownerId) || source.known(ownerId)) return
    delayed.set(ownerId, [])
    read(ownerId)
  }

  return {
    prepare,
    pass(request, message, deliver) {
      prepare(request.ownerId)
      const before = delayed.get(request.ownerId)
      if (before) {
        before.push({ id: request.id, message, deliver })
        return
      }
      const secrets = source.known(request.ownerId)
      deliver(secrets ? redactMessage(message, ownerRedactor(secrets)) : message)
    },
    drop(id) {
      for (const [ownerId, messages] of delayed)
        delayed.set(
          ownerId,
          messages.filter((each) => each.id !== id),
        )
    },
    close() {
      isClosed = true
      delayed.clear()
    },
  }
}
