import type { Concern } from '#components/api/models.ts'
import { troubleWords } from '../runs/trouble-words.ts'

/** What is the matter with them, behind their number. */
export function concernTitle({ trouble, queue, workers, count, more }: Concern): string {
  if (trouble !== 'no_worker' || queue === undefined) return troubleWords[trouble].title
  const verb = count === 1 && !more ? 'waits' : 'wait'
  return workers ? `${verb} for a free worker of queue ${queue}` : `${verb}, and no worker serves queue ${queue}`
}

/** What that means and what to do about it; of a queue it is known which of the two it is. */
export function concernAdvice({ trouble, queue, workers }: Concern): string {
  const { meaning, advice } = troubleWords[trouble]
  if (trouble !== 'no_worker' || queue === undefined) return `${meaning} ${advice}`
  if (!workers) return 'Start a worker that serves this queue, and they go on.'
  const who = workers === 1 ? 'The worker that serves' : `The ${workers} workers that serve`
  return `${who} this queue had no time for them in more than ten minutes. Start more, or see what takes so long.`
}
