import type { Concern } from '#components/api/models.ts'
import { troubleWords } from '../runs/trouble-words.ts'

/** What is the matter with them, behind their number. */
export function concernTitle({ trouble, queue, inHand, count, more }: Concern): string {
  if (trouble !== 'no_worker' || queue === undefined) return troubleWords[trouble].title
  const verb = count === 1 && !more ? 'waits' : 'wait'
  return inHand
    ? `${verb} while the workers of queue ${queue} are busy`
    : `${verb}, and no worker serves queue ${queue}`
}
