import type { Json, JsonObject } from '#core/json.ts'
import type { Taken } from '../taken.ts'
import { bodyOf, type TemplateContext } from './body.ts'
import { type NameResolver, takeCondition, takeTemplate } from './expressions.ts'
import type { Placed } from './tasks.ts'
import type { Tell } from './tell.ts'

interface StepContext extends Omit<TemplateContext, 'take'> {
  readonly words: NameResolver
  /** Name of the step that runs for each item, if any. */
  readonly nameOfItem: string | undefined
}

/** The step of a task: a single step, or a loop over its items. */
export function stepFor({ task, after }: Placed, name: string, around: StepContext, reported: Tell): JsonObject {
  const { words, nameOfItem } = around
  const take = <Value>({ value, kept }: Taken<Value>): Value => {
    for (const source of new Set(kept)) {
      reported('kept', `\`${source}\` could not be converted reliably. It was kept as is. Fix it.`)
    }
    return value
  }
  if (task.withSequence !== undefined) reported('lost', '`withSequence` was not converted: it runs once. Use a LOOP.')
  const body = bodyOf(task, { ...around, take: (value: Json) => take(takeTemplate(value, words)) }, reported)
  const when = task.when === undefined ? {} : { when: take(takeCondition(task.when, words)) }
  if (/[|!]|\.(?!Succeeded)\w/.test(task.depends ?? '')) {
    reported('changed', `\`${task.depends}\`: it waits until all of them have succeeded.`)
  }
  const dependencies = after.flatMap((one) => words.stepOf(one) ?? [])
  const flow = { ...when, ...(task.continueOn.failed === true && { on_error: 'ignore' }), dependencies }
  const { withItems, withParam = '' } = task
  if (nameOfItem === undefined) return { name, ...body, ...flow }
  reported('changed', 'Its items run one after another.')
  const list = withItems === undefined ? take(takeTemplate(withParam, words)) : JSON.stringify(withItems)
  const source = String(list).replace(/^\s*\{\{\s*(?<path>[^{}]*?)\s*\}\}\s*$/, '$<path>')
  const item = { name: nameOfItem, ...body }
  return { name, type: 'LOOP', mode: 'ITERATE', iterate_over: source, ...flow, loop_body: [item] }
}
