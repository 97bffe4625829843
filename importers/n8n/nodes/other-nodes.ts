import type { Json } from '#core/json.ts'
import { asExpression, readJsonTemplate } from '../expression/json-template.ts'
import { toExpression } from '../expression/translate.ts'
import type { Convert } from './work.ts'

export const stopAndError: Convert = (work) => {
  const { given, names, say } = work
  if (given.peek('errorType') === 'errorMessage') given.ignore('errorType')
  const { value, kept } = toExpression(given.take('errorMessage') ?? 'Stopped', names)
  say('understood', 'Fails the run with its message.')
  work.take({ value, kept })
  return { type: 'SCRIPT', code: `throw new Error(${kept.length === 0 ? value : JSON.stringify(value)})\n` }
}

/** A response of a webhook, stored in the state, which a caller that waits for the run receives. */
export const respond: Convert = (work) => {
  const { given, names, say } = work
  const how = given.take('respondWith') ?? 'firstIncomingItem'
  const body = given.peek('responseBody')
  const from = names.json([])
  const isBody = (how === 'json' || how === 'text') && body !== undefined
  if (isBody) given.settle('responseBody')
  const answer = isBody ? work.take(bodyOf(body, how, work)) : how === 'noData' ? 'null' : (from ?? 'state')
  const isKnown = isBody || how === 'noData' || how === 'firstIncomingItem' || how === 'allIncomingItems'
  if (!isKnown) say('lost', `\`respondWith\`: ${String(how)} is not supported.`)
  say('changed', 'Its response is stored in state.response: a caller that waits for the run gets it with the state.')
  return { type: 'TRANSFORM', set: { response: answer } }
}

function bodyOf(body: Json, how: Json, { names }: Parameters<Convert>[0]) {
  const template = how === 'json' && typeof body === 'string' ? readJsonTemplate(body) : null
  return template === null ? toExpression(body, names) : asExpression(template, names)
}
