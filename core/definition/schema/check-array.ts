import type { Json, JsonObject } from '#core/json.ts'
import { canonical } from './canonical.ts'
import { type Evaluation, type Seen, within } from './evaluation.ts'

export type CheckPart = (evaluation: Evaluation, schema: Json, value: Json, path: string) => Seen

export function checkArray(
  evaluation: Evaluation,
  schema: JsonObject,
  value: readonly Json[],
  path: string,
  seen: Seen,
  check: CheckPart,
): void {
  const { minItems, maxItems, uniqueItems } = schema
  if (typeof minItems === 'number' && value.length < minItems) {
    evaluation.fail(path, `This needs at least ${minItems} ${minItems === 1 ? 'item' : 'items'}.`)
  }
  if (typeof maxItems === 'number' && value.length > maxItems) {
    evaluation.fail(path, `This can have up to ${maxItems} items; it has ${value.length}.`)
  }
  if (uniqueItems === true) checkUnique(evaluation, value, path)
  checkItems(evaluation, schema, value, path, seen, check)
  if (schema.contains !== undefined) checkContains(evaluation, schema, value, path, seen, check)
}

/** `prefixItems` then `items`; in older drafts `items` as a list, then `additionalItems`. */
function checkItems(
  evaluation: Evaluation,
  schema: JsonObject,
  value: readonly Json[],
  path: string,
  seen: Seen,
  check: CheckPart,
): void {
  const isOlder = Array.isArray(schema.items)
  const prefix = (isOlder ? schema.items : schema.prefixItems) as readonly Json[] | undefined
  const rest = isOlder ? schema.additionalItems : schema.items
  for (const [index, item] of value.entries()) {
    const part = prefix?.[index] ?? rest
    if (part === undefined) continue
    if (evaluation.isExhausted) return
    seen.items.add(index)
    if (part === false)
      evaluation.fail(path, `This can have up to ${prefix?.length ?? 0} items; it has ${value.length}.`)
    else check(evaluation, part, item, within(path, index))
    if (part === false) return
  }
}

function checkContains(
  evaluation: Evaluation,
  schema: JsonObject,
  value: readonly Json[],
  path: string,
  seen: Seen,
  check: CheckPart,
): void {
  const least = typeof schema.minContains === 'number' ? schema.minContains : 1
  let found = 0
  for (const [index, item] of value.entries()) {
    const trial = evaluation.trial()
    check(trial, schema.contains as Json, item, path)
    if (evaluation.isExhausted) return
    if (trial.errors.length > 0) continue
    found += 1
    seen.items.add(index)
  }
  if (found < least)
    evaluation.fail(path, `This needs ${least === 1 ? 'an item' : `${least} items`} of a certain kind.`)
  if (typeof schema.maxContains === 'number' && found > schema.maxContains) {
    evaluation.fail(path, `This can have up to ${schema.maxContains} items of a certain kind; it has ${found}.`)
  }
}

function checkUnique(evaluation: Evaluation, value: readonly Json[], path: string): void {
  const known = new Set<string>()
  for (const [index, item] of value.entries()) {
    const text = canonical(item)
    if (!evaluation.spend(1 + text.length / 64)) return
    if (known.has(text)) {
      evaluation.fail(within(path, index), 'This is already in the list.')
      return
    }
    known.add(text)
  }
}
