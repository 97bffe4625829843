import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { SecretAnswer } from '../secrets/function-secrets.ts'
import { type Redactor, redactorOf } from '../secrets/redactor.ts'
import { controlBlock } from '../threads/control-block.ts'
import type { SecretQuestion, SecretReply } from '../threads/messages.ts'

export interface SecretReader {
  /** The secret for the attempt in this slot. It blocks the thread until the engine has answered. */
  read(slot: number, name: string): string
  /** Redacts the secrets that this thread has been given. */
  redact(text: string): string
}

/** The engine answers well before this, also while its database does not. */
const ANSWER_WITHIN_MS = 20_000
/** Secrets that are redacted in the output of the thread. */
const MOST_GIVEN = 500

/** The error of `context.secret(name)`; its name becomes the code of the step's error. */
class SecretUnavailable extends Error {
  readonly retryable: boolean

  constructor({ code, message, retryable }: Exclude<SecretAnswer, { readonly value: string }>) {
    super(message)
    this.name = code
    this.retryable = retryable
  }
}

/** Asks the engine for secrets, so that this thread holds only those that its functions have read. */
export function openSecretReader(port: MessagePort, control: Int32Array): SecretReader {
  const given = new Map<string, readonly [name: string, value: string]>()
  let redactor: Redactor | null = null
  let questions = 0

  const reply = (question: number): SecretAnswer => {
    const until = performance.now() + ANSWER_WITHIN_MS
    for (;;) {
      const answered = Atomics.load(control, controlBlock.answered)
      for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
        const received = next.message as SecretReply
        if (received.question === question) return received.answer
      }
      const leftMs = until - performance.now()
      if (leftMs <= 0 || Atomics.wait(control, controlBlock.answered, answered, leftMs) === 'timed-out') {
        return { code: 'SECRETS_UNAVAILABLE', message: 'Secrets cannot be read: no answer in time.', retryable: true }
      }
    }
  }

  return {
    read(slot, name) {
      questions += 1
      port.postMessage({ question: questions, slot, name: String(name) } satisfies SecretQuestion)
      const answer = reply(questions)
      if (!('value' in answer)) throw new SecretUnavailable(answer)
      const key = JSON.stringify([name, answer.value])
      if (!given.has(key) && given.size < MOST_GIVEN) {
        given.set(key, [name, answer.value])
        redactor = null
      }
      return answer.value
    },
    redact(text) {
      if (given.size === 0) return text
      redactor ??= redactorOf(given.values())
      return redactor.text(text)
    },
  }
}

/** Redacts secrets in the output of this thread, which goes to the output of the process. */
export function redactOutput({ redact }: SecretReader): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (chunk: string | Uint8Array, ...more: unknown[]) => boolean
    stream.write = (chunk: string | Uint8Array, ...more: unknown[]): boolean =>
      write(redact(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()), ...more)
  }
}
