import type { Concern } from '#components/api/models.ts'
import { troubleWords } from '../runs/trouble-words.ts'

/** The problem of the runs, in words that follow their number. */
export function concernTitle({ trouble, queue, workers, count, more }: Concern): string {
  if (trouble !== 'no_worker' || queue === undefined) return troubleWords[trouble].title
  const verb = count === 1 && !more ? 'waits' : 'wait'
  return workers ? `${verb} for a free worker on queue ${queue}` : `${verb}: no worker serves queue ${queue}`
}

/** The explanation of a problem and the remedy; for a queue, the number of workers tells which of two causes it is. */
export function concernAdvice({ trouble, queue, workers }: Concern): string {
  const { meaning, advice } = troubleWords[trouble]
  if (trouble !== 'no_worker' || queue === undefined) return `${meaning} ${advice}`
  if (!workers) return 'Start a worker for this queue to continue them.'
  const who = workers === 1 ? 'The worker on' : `The ${workers} workers on`
  return `${who} this queue had no capacity for more than ten minutes. Start more workers, or check what takes so long.`
}
