import type { JsonObject } from '#core/json.ts'
import type { SourceRecord } from '../../source-record.ts'
import type { N8nNode } from '../read-n8n.ts'
import type { Work } from './work.ts'

/** The policies of a node: retries, ignored errors and disabled nodes. */
export function policiesOf(node: N8nNode, record: SourceRecord, isDecision: boolean, say: Work['say']): JsonObject {
  record.settle('name', 'type', 'disabled', 'notes', 'onError', 'continueOnFail', 'retryOnFail', 'executeOnce')
  const goesOn = node.continueOnFail || node.onError === 'continueRegularOutput'
  if (goesOn)
    say('changed', 'If it fails, the run continues. n8n passes on the error as data; here nothing is passed on.')
  if (record.take('alwaysOutputData') === true) say('understood', '`alwaysOutputData`: steps always continue here.')
  if (record.peek('executeOnce') === true) say('understood', '`executeOnce`: every step runs once here.')
  if (node.retryOnFail) record.settle('maxTries', 'waitBetweenTries')
  else record.ignore('maxTries', 'waitBetweenTries')
  return {
    ...(node.disabled && !isDecision && { when: 'false' }),
    ...(node.retryOnFail && { retry: retryOf(node, say) }),
    ...(goesOn && { on_error: 'ignore' }),
  }
}

/** Retries as in n8n: both numbers have bounds, and each wait is equally long. */
function retryOf({ maxTries = 3, waitBetweenTries = 1_000 }: N8nNode, say: Work['say']): JsonObject {
  const [tries, waitMs] = [within(2, Math.round(maxTries), 5), within(0, waitBetweenTries, 5_000)]
  if (tries !== maxTries)
    say('changed', `\`maxTries\` ${maxTries}: n8n allows 2 to 5 attempts, so it is ${tries} here.`)
  if (waitMs !== waitBetweenTries) {
    say(
      'changed',
      `\`waitBetweenTries\` ${waitBetweenTries}: n8n waits up to 5 seconds, so it is ${waitMs / 1_000} here.`,
    )
  }
  return { max_attempts: tries, initial_interval_seconds: waitMs / 1_000, backoff: 1 }
}

const within = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value))
