import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../api-error.ts'

/** Throws `FORBIDDEN` for a queue that the key of the request does not reach. */
export function requireQueues({ key }: Actor, queues: readonly string[]): void {
  const reached = key?.queues
  const other = reached && queues.find((queue) => !reached.includes(queue))
  if (other === undefined) return
  throw new ApiError('FORBIDDEN', `This API key does not reach the queue ${other}. Use a key for it.`, 'queues')
}
