import { snakeCase } from '#core/definition/function-name.ts'
import { asPart } from '../conditions/operand.ts'
import { toExpression, toTemplate } from '../expression/translate.ts'
import type { Convert } from './work.ts'

const unitSeconds: { readonly [unit: string]: number } = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 }

export const wait: Convert = (work) => {
  const { node, given, names, say } = work
  const resume = given.take('resume') ?? 'timeInterval'
  if (resume === 'specificTime') {
    const until = work.take(toTemplate(given.take('dateTime') ?? '', names))
    if (/([zZ]|[+-]\d\d:\d\d|\}\})$/.test(String(until))) say('understood', 'Waits until the same time.')
    else {
      say('changed', 'n8n uses its own time zone; here the time is in UTC. Add an offset, such as +01:00.')
    }
    return { type: 'WAIT', until }
  }
  if (resume !== 'timeInterval') {
    const signal = snakeCase(work.step)
    say('changed', `Waits for signal ${signal} instead of a call to its own URL (\`resume\`: ${String(resume)}).`)
    return { type: 'SIGNAL', signal }
  }
  // A file does not contain unchanged values, and the default depends on the version.
  const usual = node.typeVersion >= 1.1 ? { amount: 5, unit: 'seconds' } : { amount: 1, unit: 'hours' }
  const amount = given.take('amount') ?? usual.amount
  const unit = String(given.take('unit') ?? usual.unit)
  const factor = Object.hasOwn(unitSeconds, unit) ? unitSeconds[unit] : undefined
  if (factor === undefined) say('kept', `\`unit\`: ${unit} is not known. Seconds are used.`)
  const value = work.take(toExpression(amount, names))
  say('understood', 'Waits for the same duration.')
  const times = factor ?? 1
  if (typeof amount === 'number') return { type: 'WAIT', duration_seconds: amount * times }
  return { type: 'WAIT', duration_seconds: times === 1 ? value : `${asPart(value)} * ${times}` }
}
