import type { Concern } from '#components/api/models.ts'
import { troubleWords } from '../runs/trouble-words.ts'
import { overviewTexts } from './texts/overview.ts'

/** The problem of the runs, in words that follow their number. */
export function concernTitle({ trouble, queue, workers, count, more }: Concern): string {
  if (trouble !== 'no_worker' || queue === undefined) return troubleWords[trouble].title
  const verb = count === 1 && !more ? 'waits' : 'wait'
  return workers ? overviewTexts.forFreeWorkerOnQueue(verb, queue) : overviewTexts.noWorkerServesQueue(verb, queue)
}

/** The explanation of a problem and the remedy; for a queue, the number of workers tells which of two causes it is. */
export function concernAdvice({ trouble, queue, workers }: Concern): string {
  const { meaning, advice } = troubleWords[trouble]
  if (trouble !== 'no_worker' || queue === undefined) return `${meaning} ${advice}`
  if (!workers) return overviewTexts.startWorkerForThisQueue
  const who = workers === 1 ? overviewTexts.workerOn : overviewTexts.workersOn(workers)
  return overviewTexts.thisQueueHadNoCapacity(who)
}
