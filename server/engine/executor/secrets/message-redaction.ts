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

/**
 * Messages that wait for the secrets of an owner. They are bounded: outcomes by the attempts under way, progress by the
 * newest of each attempt, and log lines by their number.
 */
class Waiting {
  private readonly messages = new Map<string, Delayed>()
  private lines = 0
  private dropped = 0
  private added = 0

  add(delayed: Delayed): void {
    const { id, message } = delayed
    this.added += 1
    if ('progress' in message) {
      this.messages.delete(`progress ${id}`)
      this.messages.set(`progress ${id}`, delayed)
      return
    }
    if ('log' in message) this.lines += 1
    if ('log' in message && this.lines > tuning.linesAwaitingSecrets) this.dropped += 1
    else this.messages.set(`${this.added}`, delayed)
  }

  drop(id: string): void {
    for (const [key, each] of this.messages) if (each.id === id) this.messages.delete(key)
  }

  take(): { readonly messages: Iterable<Delayed>; readonly dropped: number } {
    return { messages: this.messages.values(), dropped: this.dropped }
  }
}

/** Redaction of what functions send. Messages of one owner keep their order. */
export function createMessageRedaction(source: SecretSource, log: (line: string) => void): MessageRedaction {
  const delayed = new Map<string, Waiting>()
  let isClosed = false

  const read = (ownerId: string): void => {
    source.fresh(ownerId).then(
      (secrets) => {
        const { messages, dropped } = delayed.get(ownerId)?.take() ?? { messages: [], dropped: 0 }
        delayed.delete(ownerId)
        if (isClosed) return
        if (dropped > 0)
          log(`${dropped} log lines of functions were dropped while the secrets of ${ownerId} could not be read`)
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
    delayed.set(ownerId, new Waiting())
    read(ownerId)
  }

  return {
    prepare,
    pass(request, message, deliver) {
      prepare(request.ownerId)
      const before = delayed.get(request.ownerId)
      if (before) {
        before.add({ id: request.id, message, deliver })
        return
      }
      const secrets = source.known(request.ownerId)
      deliver(secrets ? redactMessage(message, ownerRedactor(secrets)) : message)
    },
    drop(id) {
      for (const waiting of delayed.values()) waiting.drop(id)
    },
    close() {
      isClosed = true
      delayed.clear()
    },
  }
}
