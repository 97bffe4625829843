import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../api-error.ts'

/** Throws `FORBIDDEN` for a queue outside of the queues to which the request's key is limited. */
export function requireQueues({ key }: Actor, queues: readonly string[]): void {
  const reached = key?.queues
  const other = reached && queues.find((queue) => !reached.includes(queue))
  if (other === undefined) return
  throw new ApiError(
    'FORBIDDEN',
    `This API key is limited to other queues than ${other}. Use a key that includes it.`,
    'queues',
  )
}
